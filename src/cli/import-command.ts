import { basename } from 'node:path'

import type { ApplyOptions } from '#client/importers/core/import-call.ts'
import { FileRefused } from '#client/importers/core/import-error.ts'
import type { ImportReport } from '#client/importers/core/import-report.ts'
import type { Importer, ReadyImport } from '#client/importers/core/importer.ts'
import { reportText } from '#client/importers/core/report-text.ts'
import { type Command, CommandError, type Given } from './command.ts'
import { type Connection, connect } from './connect.ts'
import { refuseUnwritable, writeReport } from './import-report.ts'
import { progressOn } from './progress.ts'
import { readTextFile } from './read-text-file.ts'

/** A kind of import as the command line offers it: `import <name> FILE…`. */
export interface ImportKind {
  readonly name: string
  readonly about: string
  /** Beside the options that every import has. */
  readonly options?: Command['options']
  /** Loads the importer, so that no import loads the code of another. A wrong option is a `UsageError`. */
  readonly importer: (given: Given) => Promise<Importer>
}

const someRejected = 3

export const importCommand = ({ name, about, options, importer }: ImportKind): Command => ({
  words: `import ${name}`,
  about,
  takes: 'FILE…',
  options: {
    ...options,
    'dry-run': { about: 'tells what an import would do, and writes nothing' },
    report: { value: 'FILE', about: 'writes the report as JSON too' },
    'emit-events': { about: 'tells webhooks of every record; otherwise they hear nothing' },
  },
  async run(given, env) {
    const report_file = given.text('report')
    if (report_file !== undefined) refuseUnwritable(report_file)
    // All files are read and checked before the first write.
    const ready = readFiles(await importer(given), given.operands)
    const how = { dry_run: given.has('dry-run'), emit_events: given.has('emit-events') }
    const connection = await connect(env)
    const reports: ImportReport[] = []
    try {
      for (const one of ready) {
        const report = await applyOne(connection, one, how)
        process.stdout.write(`${reportText(report)}\n`)
        reports.push(report)
      }
      if (!how.dry_run) await connection.settle()
    } finally {
      await connection.close()
      if (report_file !== undefined && reports.length > 0) writeReport(report_file, reports)
    }
    return reports.some(({ rejected }) => rejected.length > 0) ? someRejected : 0
  },
})

function readFiles(importer: Importer, paths: readonly string[]): readonly ReadyImport[] {
  const files = paths.map((path) => ({ path, name: basename(path), text: readTextFile(path) }))
  try {
    return importer(files)
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    throw new CommandError([error.path, error.message].filter(Boolean).join(': '))
  }
}

async function applyOne(
  { call }: Connection,
  { path, apply }: ReadyImport,
  how: ApplyOptions,
): Promise<ImportReport> {
  const onProgress = progressOn(process.stderr, 'records')
  let begun = false
  try {
    return await apply(call, {
      ...how,
      onProgress(progress) {
        begun = true
        onProgress(progress)
      },
    })
  } catch (error) {
    if (!begun || how.dry_run === true || !(error instanceof Error)) throw error
    throw new CommandError(
      `${path}: ${error.message} The import broke off. Run the same command again to finish it: nothing is made twice.`,
    )
  }
}
