import { fittingRef } from '#client/importers/core/external-ref.ts'
import type { SourceFile } from '#client/importers/core/importer.ts'
import { excerptOf, isObject, type JsonObject } from '#client/importers/formats/json-values.ts'
import { readJsonFile } from '#client/importers/formats/json.ts'
import { openReading } from './feedback-builder.ts'
import type { FeedbackOptions, FeedbackPlan, PlannedFeedbackBoard } from './feedback-plan.ts'
import { isPullRequest, readGithubFile, repositoryIn } from './github-export.ts'
import { readIssue } from './github-issues.ts'
import { tagOf } from './github-labels.ts'
import { leftOutOfDump } from './github-left-out.ts'

/** A dump of GitHub issues as what it asks for. */
export function planGithub(
  { text, name }: Pick<SourceFile, 'text' | 'name'>,
  options: FeedbackOptions,
): FeedbackPlan {
  const file = readGithubFile(readJsonFile(text))
  const reading = openReading()
  for (const label of file.labels) reading.tag(tagOf(label), 'labels')

  const pull_requests: JsonObject[] = []
  const issues: JsonObject[] = []
  const seen = new Set<string>()
  const fallback = file.repository ?? options.source
  file.items.forEach((item, index) => {
    const path = file.pathOf(index)
    if (!isObject(item)) {
      const reason = `it is ${excerptOf(item)} and not an issue`
      reading.notebook.reject({ kind: 'posts', path, id: null, reason })
    } else if (isPullRequest(item)) pull_requests.push(item)
    else {
      issues.push(item)
      readIssue(reading, item, { path, fallback, seen })
    }
  })

  const source =
    fallback ?? issues.map(repositoryIn).find(Boolean) ?? name.replace(/\.json(\.gz)?$/i, '')
  const board: PlannedFeedbackBoard =
    options.board === undefined
      ? { external_ref: fittingRef(`github:${source}`), name: source }
      : { known: options.board }
  return reading.plan('github', board, leftOutOfDump(file, issues, pull_requests))
}
