import { accessSync, constants, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import type { ImportReport } from '#client/importers/core/import-report.ts'
import { UsageError } from './command.ts'

/** Asked before the import: its report must not be lost for want of a folder. */
export function refuseUnwritable(file: string): void {
  try {
    accessSync(dirname(file), constants.W_OK)
  } catch {
    throw new UsageError(`--report ${file}: its folder is not there or may not be written to.`)
  }
}

export function writeReport(file: string, reports: readonly ImportReport[]): void {
  const content = reports.length === 1 ? reports[0] : reports
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}
