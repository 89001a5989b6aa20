/** The file as a whole cannot be imported, and nothing was written. The message names the place inside it. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
  /** Its path as it was given, once it is known: an importer that reads several files says which. */
  path: string | undefined

  constructor(message: string, path?: string) {
    super(message)
    this.path = path
  }
}
