import type { ApplyOptions, ImportCall } from './import-call.ts'
import { FileRefused } from './import-error.ts'
import type { Findings } from './import-plan.ts'
import type { ImportReport } from './import-report.ts'

/** A file of an export, decoded. `path` is for messages, `name` is its last part. */
export interface SourceFile {
  readonly path: string
  readonly name: string
  readonly text: string
}

/** What every plan says beside the records it would make. */
export interface Plan<K extends string> {
  /** Where the file came from, as `trello`; references begin with it. */
  readonly source: string
  /** The kinds of records, in the order of the report. */
  readonly kinds: readonly K[]
  readonly findings: Findings<K>
}

/** A file that was read and checked. `apply` makes what it asks for through the API and tells what became of it. */
export interface ReadyImport {
  readonly path: string
  readonly apply: (call: ImportCall, options: ApplyOptions) => Promise<ImportReport>
}

/**
 * One way to import. It reads all files, purely and wholly, before anything is written, and throws a `FileRefused`
 * when one of them is no such export. To build one:
 *
 * 1. Reading: collect the records, and in an `openNotebook()` what is rejected (with its row or path), noted or not
 *    mapped. The outcome is a `Plan` with the records beside it.
 * 2. Applying: look up what an earlier import left here (`external_ref`), then `openLedger(plan, options)` and
 *    `ledger.settle(kind, place, work)` for each record, where `work` compares, writes only what differs (never in a
 *    dry run) with `modeOf(options)` in the body, and answers `created`, `updated` or `unchanged`.
 * 3. `assertAllSettled(plan, ledger)`, then `reportOf(plan, applied, file.name, options)`.
 *
 * `trello-importer.ts` is the shortest example; the command line lists the importers in `cli/import.ts`.
 */
export type Importer = (files: readonly SourceFile[]) => readonly ReadyImport[]

/** For exports where each file stands for itself. */
export const eachFile =
  (read: (file: SourceFile) => Omit<ReadyImport, 'path'>): Importer =>
  (files) =>
    files.map((file) => ({ path: file.path, ...withPath(file, () => read(file)) }))

/** Reads with the file's path put into a refusal that has none. */
export function withPath<T>({ path }: Pick<SourceFile, 'path'>, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof FileRefused) error.path ??= path
    throw error
  }
}
