import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { gunzipSync } from 'node:zlib'

import type { ApplyOptions } from '#client/importers/core/import-call.ts'
import { FileRefused } from '#client/importers/core/import-error.ts'
import {
  type ImportReport,
  formatReport,
  isNothingImported,
} from '#client/importers/core/import-report.ts'
import type { Importer, ReadyImport } from '#client/importers/core/importer.ts'
import type { DateOrder } from '#client/importers/core/parse-date.ts'
import { type Command, CommandError, type Arguments, type Option, UsageError } from './command.ts'
import { type Connection, connect } from './connect.ts'
import { createProgressReporter } from './progress.ts'

/** A kind of import: `import <name> FILE…`. */
export interface ImportKind {
  readonly name: string
  readonly description: string
  /** Besides the options of every import. */
  readonly options?: Command['options']
  /** Loads the code of this importer only. Throws a `UsageError` for an invalid option. */
  readonly importer: (args: Arguments) => Promise<Importer>
}

const SOME_REJECTED = 3

export const importCommand = ({ name, description, options, importer }: ImportKind): Command => ({
  name: `import ${name}`,
  description,
  operand: 'FILE…',
  options: {
    ...options,
    'dry-run': { description: 'show what an import would do, without writing' },
    report: { placeholder: 'FILE', description: 'also write the report as JSON' },
    verbose: { description: 'list every field of the source that is not imported' },
    'emit-events': { description: 'send a webhook event for every record (none by default)' },
  },
  async run(args, env) {
    const report_file = args.get('report')
    if (report_file !== undefined) assertWritable(report_file)
    // All files are parsed before the first write.
    const imports = await readFiles(await importer(args), args.operands)
    const options = { dry_run: args.has('dry-run'), emit_events: args.has('emit-events') }
    const connection = await connect(env)
    const reports: ImportReport[] = []
    try {
      for (const ready of imports) {
        const report = await applyImport(connection, ready, options)
        process.stdout.write(`${formatReport(report, { verbose: args.has('verbose') })}\n`)
        reports.push(report)
      }
      if (!options.dry_run && !isNothingImported(reports)) await connection.analyze()
    } finally {
      await connection.close()
      if (report_file !== undefined && reports.length > 0) writeReport(report_file, reports)
    }
    if (isNothingImported(reports)) {
      const isEmpty = reports.every(({ rejected }) => rejected.length === 0)
      throw new CommandError(
        isEmpty ? 'Nothing was imported: no records found.' : 'Nothing was imported.',
      )
    }
    return reports.some(({ rejected }) => rejected.length > 0) ? SOME_REJECTED : 0
  },
})

/** How to say what a file leaves open. */
const answers: Readonly<Record<FileRefused['code'], string>> = {
  invalid_file: '',
  date_order_unclear: 'Add --date-order day or month.',
  consent_unclear:
    'Add --column with the name of the column and =opt_in, =opt_out, =status or =fields.NAME, or --unknown-consent with the status of new contacts without an answer.',
}

async function readFiles(
  importer: Importer,
  paths: readonly string[],
): Promise<readonly ReadyImport[]> {
  const files = paths.map((path) => ({ path, name: basename(path), text: readTextFile(path) }))
  try {
    return await importer(files)
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    const message = [error.message, answers[error.code]].filter(Boolean).join(' ')
    throw new CommandError([error.path, message].filter(Boolean).join(': '))
  }
}

async function applyImport(
  { call, download }: Connection,
  { path, apply }: ReadyImport,
  options: ApplyOptions,
): Promise<ImportReport> {
  const onProgress = createProgressReporter(process.stderr, 'records')
  let started = false
  try {
    return await apply(call, {
      ...options,
      download,
      onNotice: (sentence) => process.stdout.write(`${sentence}\n\n`),
      onProgress(progress) {
        started = true
        onProgress(progress)
      },
    })
  } catch (error) {
    if (!started || options.dry_run === true || !(error instanceof Error)) throw error
    throw new CommandError(
      `${path}: ${error.message} The import was interrupted. Run the same command again to finish it; no duplicates are created.`,
    )
  }
}

export const timeZone: Option = {
  placeholder: 'ZONE',
  description: 'time zone of dates without an offset, such as Europe/Berlin (default UTC)',
}

const orders = { day: 'day_first', month: 'month_first' } as const

/** Which number of a date comes first. */
export const dateOrder: Option = {
  placeholder: 'day|month',
  description: 'what comes first in dates such as 03/04/2023 (by default what the file shows)',
}

export function parseDateOrder(args: Arguments): DateOrder | undefined {
  const word = oneOfOption(args, 'date-order', ['day', 'month'] as const)
  return word && orders[word]
}

export function parseTimeZone(args: Arguments, isTimeZone: (name: string) => boolean): string {
  const name = args.get('timezone') ?? 'UTC'
  if (isTimeZone(name)) return name
  throw new UsageError(`--timezone must be a time zone such as Europe/Berlin, not "${name}".`)
}

/** The option's value, one of `words`; undefined without the option. */
export function oneOfOption<Word extends string>(
  args: Arguments,
  option: string,
  words: readonly Word[],
): Word | undefined {
  const text = args.get(option)
  const word = words.find((one) => one === text)
  if (text === undefined || word !== undefined) return word
  const list = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  throw new UsageError(`--${option} must be ${list}, not "${text}".`)
}

/** Checked before the import, so that its report cannot get lost. */
function assertWritable(file: string): void {
  try {
    accessSync(dirname(file), constants.W_OK)
  } catch {
    throw new UsageError(`--report ${file}: the folder does not exist or is not writable.`)
  }
}

function writeReport(file: string, reports: readonly ImportReport[]): void {
  const content = reports.length === 1 ? reports[0] : reports
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}

/** Reads a UTF-8 file, gzipped or not. Throws a `CommandError` that names any other encoding. */
function readTextFile(path: string): string {
  const bytes = decompress(path, readBytes(path))
  const createError = (content: string) => new CommandError(`${path} is ${content}.`)
  if (startsWith(bytes, 0x50, 0x4b, 3, 4)) throw createError('a ZIP archive; unpack it first')
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)) {
    throw createError('UTF-16 text; save it as UTF-8')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw createError('not UTF-8 text')
  }
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reason = {
      ENOENT: 'No such file',
      EISDIR: 'This is a folder',
      EACCES: 'Permission denied',
    }[code]
    throw new CommandError(`${path}: ${reason ?? code}.`)
  }
}

function decompress(path: string, bytes: Buffer): Buffer {
  if (!startsWith(bytes, 0x1f, 0x8b)) return bytes
  try {
    return gunzipSync(bytes)
  } catch {
    throw new CommandError(`${path} is a damaged gzip file.`)
  }
}

const startsWith = (bytes: Buffer, ...magic: number[]) =>
  magic.every((byte, at) => bytes[at] === byte)
