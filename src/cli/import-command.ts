import { accessSync, constants, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'

import type { ApplyOptions } from '#client/importers/core/import-call.ts'
import { FileRefused } from '#client/importers/core/import-error.ts'
import { type ImportReport, formatReport } from '#client/importers/core/import-report.ts'
import type { Importer, ReadyImport } from '#client/importers/core/importer.ts'
import { type Command, CommandError, type Given, type Option, UsageError } from './command.ts'
import { type Connection, connect } from './connect.ts'
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
        process.stdout.write(`${formatReport(report)}\n`)
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

export const timeZone: Option = {
  value: 'ZONE',
  about: 'of dates without an offset, as Europe/Berlin (UTC)',
}

/** Refuses what no calendar knows. */
export function timeZoneOf(given: Given, isTimeZone: (name: string) => boolean): string {
  const name = given.text('timezone') ?? 'UTC'
  if (isTimeZone(name)) return name
  throw new UsageError(
    `--timezone is the name of a time zone such as Europe/Berlin, not "${name}".`,
  )
}

/** One of a few words; undefined when the option is not given. */
export function oneOf<Word extends string>(
  given: Given,
  option: string,
  words: readonly Word[],
): Word | undefined {
  const text = given.text(option)
  const word = words.find((one) => one === text)
  if (text === undefined || word !== undefined) return word
  const listed = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  throw new UsageError(`--${option} is ${listed}, not "${text}".`)
}

/** Asked before the import: its report must not be lost for want of a folder. */
function refuseUnwritable(file: string): void {
  try {
    accessSync(dirname(file), constants.W_OK)
  } catch {
    throw new UsageError(`--report ${file}: its folder is not there or may not be written to.`)
  }
}

function writeReport(file: string, reports: readonly ImportReport[]): void {
  const content = reports.length === 1 ? reports[0] : reports
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}
