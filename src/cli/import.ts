import { accessSync, constants, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'

import { applyPlan } from '#client/importers/apply.ts'
import { FileRefused } from '#client/importers/file-refused.ts'
import type { BoardPlan } from '#client/importers/plan.ts'
import { type ImportReport, reportOf, reportText } from '#client/importers/report.ts'
import { planTrello } from '#client/importers/trello.ts'
import { type Command, CommandError, UsageError } from './command.ts'
import { type Connection, connect } from './connect.ts'
import { progressOn } from './progress.ts'
import { readTextFile } from './text-file.ts'

const someRejected = 3

export const importTrello: Command = {
  words: 'import trello',
  about:
    'Imports boards from Trello’s JSON exports. Importing a file again changes nothing; a newer one updates.',
  takes: 'FILE…',
  options: {
    'dry-run': { about: 'tells what an import would do, and writes nothing' },
    report: { value: 'FILE', about: 'writes the report as JSON too' },
    'emit-events': { about: 'tells webhooks of every record; otherwise they hear nothing' },
  },
  async run(given, env) {
    const report_file = given.text('report')
    if (report_file !== undefined) refuseUnwritable(report_file)
    // All files are read and checked before the first write.
    const plans = given.operands.map((file) => ({ file, plan: planFile(file) }))
    const options = { dry_run: given.has('dry-run'), emit_events: given.has('emit-events') }
    const connection = await connect(env)
    const reports: ImportReport[] = []
    try {
      for (const { file, plan } of plans) {
        const report = await importOne(connection, plan, file, options)
        process.stdout.write(`${reportText(report)}\n`)
        reports.push(report)
      }
      if (!options.dry_run) await connection.settle()
    } finally {
      await connection.close()
      if (report_file !== undefined && reports.length > 0) writeReport(report_file, reports)
    }
    return reports.some(({ rejected }) => rejected.length > 0) ? someRejected : 0
  },
}

function planFile(file: string): BoardPlan {
  try {
    return planTrello(readTextFile(file), basename(file))
  } catch (error) {
    if (error instanceof FileRefused) throw new CommandError(`${file}: ${error.message}`)
    throw error
  }
}

async function importOne(
  { call }: Connection,
  plan: BoardPlan,
  file: string,
  options: { readonly dry_run: boolean; readonly emit_events: boolean },
): Promise<ImportReport> {
  const onProgress = progressOn(process.stderr, 'records')
  let begun = false
  try {
    const applied = await applyPlan(call, plan, {
      ...options,
      onProgress(progress) {
        begun = true
        onProgress(progress)
      },
    })
    return reportOf(plan, applied, basename(file), options)
  } catch (error) {
    if (!begun || options.dry_run || !(error instanceof Error)) throw error
    throw new CommandError(
      `${file}: ${error.message} The import broke off. Run the same command again to finish it: nothing is made twice.`,
    )
  }
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
