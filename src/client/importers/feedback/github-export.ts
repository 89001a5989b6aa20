import { FileRefused } from '#client/importers/core/import-error.ts'
import {
  arrayOf,
  formatExcerpt,
  idOf,
  isObject,
  type JsonObject,
  objectsOf,
} from '#client/importers/formats/json.ts'
import {
  type Tallies,
  toUnmappedFields,
  tally,
  tallyKeys,
} from '#client/importers/formats/unmapped-fields.ts'

/** A dump of issues, whatever tool wrote it. */
interface GithubExport {
  /** What the file itself says, as `rails/rails`. */
  readonly repository: string | undefined
  readonly labels: readonly JsonObject[]
  /** What the file lists as issues, pull requests among them. */
  readonly items: readonly unknown[]
  /** As `issues[3]`, or `[3]` where the file is the list itself. */
  readonly formatPath: (index: number) => string
  readonly pulls: readonly JsonObject[]
  /** The file itself, without its lists; undefined when it is one list. */
  readonly otherFields: JsonObject | undefined
}

/** The issues of a JSON file. Anything else is refused with a sentence that says what it is. */
export function parseGithubExport(file: unknown): GithubExport {
  const defaults = { repository: undefined, labels: [], pulls: [], otherFields: undefined }
  if (Array.isArray(file)) {
    if (!file.some(isIssue)) throw new FileRefused(`${describeArray(file)} ${advice}`)
    return { ...defaults, items: file, formatPath: (index) => `[${index}]` }
  }
  if (!isObject(file))
    throw new FileRefused(`Expected issues, found ${formatExcerpt(file)}. ${advice}`)
  const { issues, pulls, labels, ...otherFields } = file
  if (Array.isArray(issues)) {
    return {
      repository: idOf(file['repo'] ?? file['repository']),
      labels: objectsOf(labels),
      items: issues,
      formatPath: (index) => `issues[${index}]`,
      pulls: objectsOf(pulls),
      otherFields,
    }
  }
  if (isIssue(file)) return { ...defaults, items: [file], formatPath: () => 'the issue' }
  const keys = Object.keys(file).slice(0, 5).join(', ') || 'nothing'
  throw new FileRefused(`Expected issues, found the keys ${keys}. ${advice}`)
}

const advice =
  'Import a list of issues from the GitHub API, or a CSV file as described in README.md.'

const identifying = ['number', 'state', 'html_url', 'url']

/** A flat list may know its issues by their address alone. */
const isIssue = (value: unknown) =>
  isObject(value) && 'title' in value && identifying.some((key) => key in value)

const describeArray = (items: readonly unknown[]) =>
  arrayOf(items).length === 0
    ? 'This file contains an empty list.'
    : `Expected issues, found a list of ${items.length} that starts with ${formatExcerpt(items[0])}.`

const address = /^https?:\/\/[^/]+\/(?:api\/v3\/)?(?:repos\/)?([^/]+\/[^/]+)\/(?:issues|pull)\/\d+/

/** `rails/rails`, from the address of an issue. */
export function parseRepository(issue: JsonObject): string | undefined {
  for (const key of ['html_url', 'url']) {
    const [, repository] = address.exec(String(issue[key])) ?? []
    if (repository !== undefined) return repository
  }
  return /\/repos\/([^/]+\/[^/]+)$/.exec(String(issue['repository_url']))?.[1]
}

export const isPullRequest = (issue: JsonObject) =>
  isObject(issue['pull_request']) || /\/pull\/\d+$/.test(String(issue['html_url'] ?? issue['url']))

const toSet = (text: string) => new Set(text.split(' '))

const mapped = {
  issue: toSet(
    'number id title body state state_reason stateReason labels assignee assignees user author ' +
      'created_at createdAt updated_at updatedAt html_url url repository_url comments reactions',
  ),
  comment: toSet(
    'id body user author author_association authorAssociation created_at createdAt updated_at updatedAt',
  ),
  label: toSet('name color'),
  reaction: toSet('+1 url'),
}

/** What people did or wrote, as far as this service has no place for it. */
const contentPaths =
  /^skipped|^labels\[\]\.description$|\.(comments|closed_at|closedAt|locked|active_lock_reason|milestone|type|reactions\.(?!total_count).*)$/

/** What people on GitHub call the content of a path. */
function nounOf(path: string): string | undefined {
  const reaction = /\.reactions\.(\w+)$/.exec(path)?.[1]
  return reaction === undefined ? nouns.get(path) : `${reaction} reactions`
}

const nouns = new Map([
  ['skipped: pull requests', 'pull requests'],
  ['issues[].comments', 'comments'],
  ['issues[].milestone', 'milestones'],
  ['issues[].type', 'types'],
  ['issues[].closed_at', 'closing dates'],
  ['issues[].closedAt', 'closing dates'],
  ['labels[].description', 'label descriptions'],
])

/** Every key of a dump that is not mapped, and the pull requests, which are no posts. */
export function unmappedGithubFields(
  { labels, pulls, otherFields }: GithubExport,
  issues: readonly JsonObject[],
  pull_requests: readonly JsonObject[],
): ReturnType<typeof toUnmappedFields> {
  const tallies: Tallies = new Map()
  const skipped = [...pull_requests, ...pulls]
  tally(tallies, 'skipped: pull requests', skipped)
  for (const issue of issues) {
    const { comments, reactions } = issue
    if (typeof comments === 'number' && comments > 0)
      tally(tallies, 'issues[].comments', `${comments}, without their texts`, { items: comments })
    if (!isObject(reactions)) continue
    for (const [name, count] of Object.entries(reactions)) {
      const isUnmapped =
        !mapped.reaction.has(name) && (name !== 'total_count' || !('+1' in reactions))
      if (isUnmapped && name !== 'total_count' && typeof count === 'number' && count > 0)
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
  if (otherFields) tallyKeys(tallies, '', [otherFields], toSet('repo repository'))
  const { not_mapped, empty } = toUnmappedFields(
    tallies,
    (path) => !contentPaths.test(path),
    nounOf,
  )
  return { not_mapped, empty: empty.filter((path) => !path.startsWith('skipped')) }
}
