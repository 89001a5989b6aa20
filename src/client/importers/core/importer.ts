import type { ApplyOptions, ImportCall } from './import-call.ts'
import { FileRefused } from './import-error.ts'
import type { Plan } from './import-plan.ts'
import { type ApplyResult, createReport, type ImportReport } from './import-report.ts'

/** A decoded source file. `path` is for messages, `name` is its last part. */
export interface SourceFile {
  readonly path: string
  readonly name: string
  readonly text: string
}

/** A file that was parsed and checked. `apply` writes its plan through the API and returns the report. */
export interface ReadyImport {
  readonly path: string
  readonly apply: (call: ImportCall, options: ApplyOptions) => Promise<ImportReport>
}

/**
 * One way to import. It parses all files before anything is written, and throws a `FileRefused` when one of them is not
 * an export of its kind. To build one:
 *
 * 1. Parse: collect the records, and in `createFindings()` what is rejected (with its row or path) or imported changed.
 *    The result is a `Plan` with its records.
 * 2. Apply: `startRun(call, plan, options)`, fetch what an earlier import created (by `external_ref`), then
 *    `outcomes.runRecord(kind, location, work)` for each record, where `work` diffs, passes only changed fields to
 *    `run.write`, and returns `created`, `updated` or `unchanged`.
 * 3. Return `finishRun(run, into)`.
 *
 * `campaigns-importer.ts` is the shortest example; `cli/import.ts` lists the importers.
 */
export type Importer = (files: readonly SourceFile[]) => Promise<readonly ReadyImport[]>

/** For exports where each file is independent. */
export const eachFile =
  <K extends string, P extends Plan<K>>(
    parse: (file: SourceFile) => P | Promise<P>,
    apply: Apply<K, P>,
  ): Importer =>
  async (files) => {
    const ready: ReadyImport[] = []
    for (const file of files) {
      ready.push(toReadyImport(file, await withPath(file, parse), apply))
    }
    return ready
  }

type Apply<K extends string, P extends Plan<K>> = (
  call: ImportCall,
  plan: P,
  options: ApplyOptions,
) => Promise<ApplyResult<K>>

export const toReadyImport = <K extends string, P extends Plan<K>>(
  { path, name }: Pick<SourceFile, 'path' | 'name'>,
  plan: P,
  apply: Apply<K, P>,
): ReadyImport => ({
  path,
  apply: async (call, options) =>
    createReport(plan, await apply(call, plan, options), name, options),
})

/** Adds the path of the file to a `FileRefused`. */
export async function withPath<T>(
  file: SourceFile,
  parse: (file: SourceFile) => T | Promise<T>,
): Promise<T> {
  try {
    return await parse(file)
  } catch (error) {
    if (error instanceof FileRefused) error.path ??= file.path
    throw error
  }
}
