import type { JsonObject } from '#client/importers/formats/json-values.ts'
import { arrayOf, isObject, objectsOf } from '#client/importers/formats/json-values.ts'
import {
  type Tallies,
  leftOutOf,
  tally,
  tallyKeys,
} from '#client/importers/formats/unmapped-fields.ts'
import type { GithubFile } from './github-export.ts'

const words = (text: string) => new Set(text.split(' '))

const mapped = {
  issue: words(
    'number id title body state state_reason stateReason labels assignee assignees user author ' +
      'created_at createdAt updated_at updatedAt html_url url repository_url comments reactions',
  ),
  comment: words(
    'id body user author author_association authorAssociation created_at createdAt updated_at updatedAt',
  ),
  label: words('name color'),
  reaction: words('+1 url'),
}

/** What people did or wrote, as far as this service has no place for it. */
const content =
  /^skipped|^labels\[\]\.description$|\.(comments|closed_at|closedAt|locked|active_lock_reason|milestone|type|reactions\.(?!total_count).*)$/

/** Every key of a dump that is not mapped, and the pull requests, which are no posts. */
export function leftOutOfDump(
  { labels, pulls, beside }: GithubFile,
  issues: readonly JsonObject[],
  pull_requests: readonly JsonObject[],
): ReturnType<typeof leftOutOf> {
  const tallies: Tallies = new Map()
  const skipped = [...pull_requests, ...pulls]
  tally(tallies, 'skipped: pull requests', skipped)
  for (const issue of issues) {
    const { comments, reactions } = issue
    if (typeof comments === 'number' && comments > 0)
      tally(tallies, 'issues[].comments', `${comments}, without their texts`, { items: comments })
    if (!isObject(reactions)) continue
    for (const [name, count] of Object.entries(reactions)) {
      const other = !mapped.reaction.has(name) && (name !== 'total_count' || !('+1' in reactions))
      if (other && name !== 'total_count' && typeof count === 'number' && count > 0)
        tally(tallies, `issues[].reactions.${name}`, count, { items: count })
    }
  }
  tallyKeys(tallies, 'issues[]', issues, mapped.issue)
  tallyKeys(
    tallies,
    'issues[].comments[]',
    issues.flatMap(({ comments }) => objectsOf(arrayOf(comments))),
    mapped.comment,
  )
  tallyKeys(tallies, 'labels[]', labels, mapped.label)
  if (beside) tallyKeys(tallies, '', [beside], words('repo repository'))
  const { not_mapped, empty } = leftOutOf(tallies, (path) => !content.test(path))
  return { not_mapped, empty: empty.filter((path) => !path.startsWith('skipped')) }
}
