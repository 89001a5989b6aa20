/** The file as a whole cannot be imported, and nothing was written. The message names the place. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
}
