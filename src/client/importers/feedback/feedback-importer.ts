import { reportOf } from '#client/importers/core/import-report.ts'
import {
  type Importer,
  type ReadyImport,
  type SourceFile,
  naming,
} from '#client/importers/core/importer.ts'
import { applyFeedback } from './feedback-apply.ts'
import type { FeedbackOptions, FeedbackPlan } from './feedback-plan.ts'
import { readFeedbackTable } from './feedback-tables.ts'
import { planTables } from './parse-feedback-csv.ts'
import { planFider } from './parse-fider.ts'
import { planGithub } from './parse-github-issues.ts'

/** Dumps of GitHub issues and exports of Fider, one to a file, and plain tables, all of them together. */
export const feedbackImporter =
  (given: FeedbackOptions): Importer =>
  (files) => {
    const dumps = files.filter(isJson)
    const read = files
      .filter((file) => !isJson(file))
      .map((file) => ({ file, table: readFeedbackTable(file) }))
    const isFider = ({ table }: (typeof read)[number]) => table.kind === 'fider'
    const plain = read.filter((one) => !isFider(one))
    const together = (part: 'path' | 'name') => plain.map(({ file }) => file[part]).join(', ')
    return [
      ...dumps.map((file) =>
        ready(
          file,
          naming(file, () => planGithub(file, given)),
        ),
      ),
      ...read.filter(isFider).map(({ file, table }) => ready(file, planFider(table, given))),
      ...(plain.length === 0
        ? []
        : [
            ready(
              { path: together('path'), name: together('name') },
              planTables(
                plain.map(({ table }) => table),
                given,
              ),
            ),
          ]),
    ]
  }

const isJson = ({ text }: SourceFile) => /^[\s\uFEFF]*[[{]/.test(text)

const ready = (
  { path, name }: Pick<SourceFile, 'path' | 'name'>,
  plan: FeedbackPlan,
): ReadyImport => ({
  path,
  async apply(call, options) {
    return reportOf(plan, await applyFeedback(call, plan, options), name, options)
  },
})
