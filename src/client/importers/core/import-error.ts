/** The file as a whole cannot be imported, and nothing was written. The message names the place inside it. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
  /** Set by the importer, which may parse several files. */
  path: string | undefined
}
