type FileProblem = 'invalid_file' | 'date_order_unclear' | 'consent_unclear'

/** The file as a whole cannot be imported, and nothing was written. The message names the place inside it. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
  /** Something about the file must be said before it is imported; `invalid_file` when nothing helps. */
  readonly code: FileProblem
  /** Set by the importer, which may parse several files. */
  path: string | undefined

  constructor(message: string, code: FileProblem = 'invalid_file') {
    super(message)
    this.code = code
  }
}
