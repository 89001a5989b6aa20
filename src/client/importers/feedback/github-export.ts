import { FileRefused } from '#client/importers/core/import-error.ts'
import {
  listRecords,
  type ListedRecord,
  nodesOf,
  statedTotal,
  visitBesideRecords,
} from '#client/importers/formats/json-pages.ts'
import {
  arrayOf,
  formatExcerpt,
  idOf,
  isBlankValue,
  isObject,
  type JsonObject,
  objectsOf,
} from '#client/importers/formats/json.ts'
import {
  mapKeys,
  shapes,
  type Tallies,
  tally,
  tallyConnection,
  tallyKeys,
  toUnmappedFields,
} from '#client/importers/formats/unmapped-fields.ts'
import { countReactions, isHidden } from './github-reactions.ts'

/** A dump of issues, whatever tool wrote it. */
interface GithubExport {
  /** What the file itself says, as `rails/rails`. */
  readonly repository: string | undefined
  readonly labels: readonly unknown[]
  /** What the file lists as issues, pull requests among them. */
  readonly items: readonly ListedRecord[]
  readonly pulls: readonly unknown[]
  /** What stands beside the lists, by its path. */
  readonly beside: readonly (readonly [path: string, value: unknown])[]
  /** How many issues a search or a connection found, whether or not they are in the file. */
  readonly total: number | undefined
}

/**
 * The issues of a JSON file: a list, a list of pages, a response of REST, of its search or of GraphQL, a dump, or one
 * issue. Anything else is refused with a sentence that says what it is.
 */
export function parseGithubExport(file: unknown): GithubExport {
  const issues = isObject(file) ? file['issues'] : undefined
  if (isObject(file) && Array.isArray(issues)) {
    const { issues: _issues, pulls, labels, repo, repository, ...others } = file
    const unread = Object.entries({ pulls, labels }).filter(
      ([, value]) => !isBlankValue(value) && !Array.isArray(value),
    )
    const name = Object.entries({ repo, repository }).filter(
      ([, value]) => !isBlankValue(value) && idOf(value) === undefined,
    )
    return {
      repository: idOf(repo ?? repository),
      labels: arrayOf(labels),
      items: issues.map((item: unknown, index) => ({ item, path: `issues[${index}]` })),
      pulls: arrayOf(pulls),
      beside: [...Object.entries(others), ...unread, ...name],
      total: undefined,
    }
  }
  const items = listRecords(file, isIssue)
  if (!items.some(({ item }) => isIssue(item)))
    throw new FileRefused(`${describeFile(file)} ${advice}`)
  const beside: [string, unknown][] = []
  visitBesideRecords(file, isIssue, (path, value) => beside.push([path, value]))
  return {
    repository: undefined,
    labels: [],
    items: isIssue(file) ? [{ item: file, path: 'the issue' }] : items,
    pulls: [],
    beside,
    total: isIssue(file) ? undefined : statedTotal(file),
  }
}

const advice =
  'Import a list of issues from the GitHub API, or a CSV file as described in README.md.'

const identifying = ['number', 'state', 'html_url', 'url']

/** A flat list may know its issues by their address alone. */
const isIssue = (value: unknown) =>
  isObject(value) && 'title' in value && identifying.some((key) => key in value)

function describeFile(file: unknown): string {
  if (isObject(file)) {
    const keys = Object.keys(file).slice(0, 5).join(', ') || 'nothing'
    return `Expected issues, found the keys ${keys}.`
  }
  if (!Array.isArray(file)) return `Expected issues, found ${formatExcerpt(file)}.`
  return file.length === 0
    ? 'This file contains an empty list.'
    : `Expected issues, found a list of ${file.length} that starts with ${formatExcerpt(file[0])}.`
}

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
  isObject(issue['pull_request']) ||
  issue['isPullRequest'] === true ||
  issue['__typename'] === 'PullRequest' ||
  /\/pull\/\d+$/.test(String(issue['html_url'] ?? issue['url']))

const isOneOf = (words: string) => {
  const known = new Set(words.split(' '))
  return (value: unknown) => typeof value === 'string' && known.has(value.toLowerCase())
}

const { checked, id, text, number, moment, flag, list } = shapes

const isReactions = (value: unknown) => number(value) || Array.isArray(value) || isObject(value)

const reasons = isOneOf('completed not_planned duplicate reopened')

/** Only of a closed issue the reason says more than the state; an open one was reopened. */
function isReasonOfState(reason: unknown, { state }: JsonObject): boolean {
  const isClosed = String(state).toLowerCase() === 'closed'
  return reasons(reason) && isClosed !== (String(reason).toLowerCase() === 'reopened')
}

const isKnownAssociation = isOneOf(
  'collaborator contributor first_timer first_time_contributor mannequin member none owner',
)

/** Who writes for the team is somebody of it, unless the account is deleted. */
function isUsableAssociation(association: unknown, { user, author }: JsonObject): boolean {
  return (
    isKnownAssociation(association) && (!isTeamMember(association) || isAccount(user ?? author))
  )
}

/** Those who may decide: what they write is the team's word. */
export const isTeamMember = (association: unknown) =>
  association === 'MEMBER' || association === 'OWNER'

const mapped = {
  issue: mapKeys(
    [checked, 'title body __typename'],
    [id, 'number id'],
    [shapes.address, 'html_url url repository_url'],
    [isOneOf('open closed'), 'state'],
    [isReasonOfState, 'state_reason stateReason'],
    [(value) => typeof value === 'string' || list(value), 'labels'],
    [isAccount, 'assignee user author'],
    [list, 'assignees'],
    [moment, 'created_at createdAt updated_at updatedAt'],
    [(value) => number(value) || list(value), 'comments'],
    [number, 'commentsCount'],
    [flag, 'isPullRequest'],
    [isReactions, 'reactions'],
    [list, 'reactionGroups'],
  ),
  comment: mapKeys(
    [checked, 'body __typename'],
    [id, 'id'],
    [isAccount, 'user author'],
    [isUsableAssociation, 'author_association authorAssociation'],
    [text, 'minimizedReason minimized_reason'],
    [moment, 'created_at createdAt updated_at updatedAt'],
    [flag, 'isMinimized is_minimized'],
    [isReactions, 'reactions'],
    [list, 'reactionGroups'],
  ),
  reactionGroup: mapKeys([checked, 'content count'], [isUserCount, 'users reactors']),
  label: mapKeys([checked, 'name'], [isHexColor, 'color']),
  account: mapKeys([id, 'login name'], [text, 'type __typename'], [flag, 'is_bot']),
  // Of a member nothing here says that it is an app.
  member: mapKeys([id, 'login name'], [isOneOf('user'), 'type __typename']),
}

const partsOf = (records: readonly JsonObject[], key: string) =>
  records.flatMap((record) => [record[key]].filter(isObject))

/** Of what is read only a value that cannot be read is left. */
const isMappedPath = (path: string) =>
  path.startsWith('issues[].comments[].')
    ? mapped.comment.has(path.slice('issues[].comments[].'.length))
    : path.startsWith('issues[].')
      ? mapped.issue.has(path.slice('issues[].'.length))
      : besideIssues.has(path)

/** What a dump says beside its issues, and is read. */
const besideIssues = new Set(['pulls', 'labels', 'repo', 'repository'])

/** What people did or wrote, as far as this service has no place for it. */
const contentPaths =
  /^skipped|labels\[\]\.description$|\.(comments|comments\[\]\.reactions|assignees|closed_at|closedAt|locked|active_lock_reason|milestone|type|reactions\..*)$/

/** What people on GitHub call the content of a path. */
function nounOf(path: string): string | undefined {
  const reaction = /\.reactions\.(\w+)$/.exec(path)?.[1]
  return reaction === undefined ? nouns.get(path) : `${reaction} reactions`
}

const nouns = new Map([
  ['skipped: pull requests', 'pull requests'],
  ['skipped: hidden comments', 'hidden comments'],
  ['skipped: reactions that cannot be read', 'reactions that cannot be read'],
  ['issues[].comments', 'comments'],
  ['issues[].comments[].reactions', 'reactions to comments'],
  ['issues[].assignees', 'other assignees'],
  ['issues[].milestone', 'milestones'],
  ['issues[].type', 'types'],
  ['issues[].closed_at', 'closing dates'],
  ['issues[].closedAt', 'closing dates'],
  ['labels[].description', 'label descriptions'],
  ['issues[].labels[].description', 'label descriptions'],
])

/** Every key of a dump that is not mapped, and the pull requests, which are no posts. */
export function unmappedGithubFields(
  { labels, pulls, beside }: GithubExport,
  issues: readonly JsonObject[],
  pull_requests: readonly JsonObject[],
): ReturnType<typeof toUnmappedFields> {
  const tallies: Tallies = new Map()
  const skipped = [...pull_requests, ...pulls]
  tally(tallies, 'skipped: pull requests', skipped)
  for (const issue of issues) tallyIssue(tallies, issue)
  for (const issue of issues)
    for (const key of ['labels', 'assignees', 'comments', 'reactions'])
      tallyConnection(tallies, `issues[].${key}`, issue[key])
  tallyKeys(tallies, 'issues[]', issues, mapped.issue)
  const comments = issues.flatMap((issue) => objectsOf(nodesOf(issue['comments'])))
  tallyKeys(tallies, 'issues[].comments[]', comments, mapped.comment)
  const groups = [...issues, ...comments].flatMap(({ reactionGroups }) => objectsOf(reactionGroups))
  tallyKeys(tallies, 'issues[].reactionGroups[]', groups, mapped.reactionGroup)
  const issueLabels = issues.flatMap((issue) => objectsOf(nodesOf(issue['labels'])))
  tallyKeys(tallies, 'issues[].labels[]', issueLabels, mapped.label)
  const accountsOf = (records: readonly JsonObject[]) =>
    records.flatMap(({ user, author }) => [user ?? author].filter(isObject))
  tallyKeys(tallies, 'issues[].user', accountsOf(issues), mapped.account)
  const assignees = issues.flatMap((issue) => objectsOf(assigneesOf(issue).slice(0, 1)))
  tallyKeys(tallies, 'issues[].assignees[]', assignees, mapped.member)
  tallyKeys(tallies, 'issues[].assignee', partsOf(issues, 'assignee'), mapped.member)
  tallyKeys(tallies, 'issues[].comments[].user', accountsOf(comments), mapped.account)
  tallyKeys(tallies, 'labels[]', objectsOf(labels), mapped.label)
  for (const [path, value] of beside) tally(tallies, path, value)
  const { not_mapped, empty } = toUnmappedFields(
    tallies,
    (path) => !contentPaths.test(path) && !isMappedPath(path),
    nounOf,
  )
  return { not_mapped, empty: empty.filter((path) => !path.startsWith('skipped')) }
}

/** What people did with one issue, as far as this service has no place for it. */
function tallyIssue(tallies: Tallies, issue: JsonObject): void {
  const comments = objectsOf(nodesOf(issue['comments']))
  const missing = countComments(issue) - nodesOf(issue['comments']).length
  if (missing > 0)
    tally(tallies, 'issues[].comments', `${missing}, without their texts`, { items: missing })
  // A post has one owner.
  const assignees = assigneesOf(issue).slice(1)
  if (assignees.length > 0) tally(tallies, 'issues[].assignees', assignees)
  const reactions = countReactions(issue)
  if (reactions.unreadable.length > 0)
    tally(tallies, 'skipped: reactions that cannot be read', reactions.unreadable)
  for (const [name, count] of reactions.others)
    tally(tallies, `issues[].reactions.${name}`, count, { items: count })
  for (const comment of comments) {
    if (isHidden(comment))
      tally(tallies, 'skipped: hidden comments', describeHidden(comment, issue))
    else if (reasonOf(comment) !== undefined)
      tally(tallies, 'issues[].comments[].minimizedReason', reasonOf(comment))
    const { votes, others, unreadable } = countReactions(comment)
    const count = [...others.values()].reduce((sum, one) => sum + one, votes + unreadable.length)
    if (count > 0) tally(tallies, 'issues[].comments[].reactions', count, { items: count })
  }
}

/** The accounts, as far as they can be read. */
export const assigneesOf = (issue: JsonObject): readonly unknown[] =>
  nodesOf(issue['assignees']).filter(isAccount)

/** A login, or an object with one. */
export function isAccount(value: unknown): boolean {
  return typeof value === 'string' || (isObject(value) && idOf(value['login']) !== undefined)
}

/** How many people, without who they are. */
function isUserCount(value: unknown) {
  return (
    isObject(value) &&
    Object.entries(value).every(([key, one]) => key === 'totalCount' && number(one))
  )
}

export function isHexColor(color: unknown): color is string {
  return typeof color === 'string' && /^#?[0-9a-f]{6}$/i.test(color)
}

function countComments({ comments, commentsCount }: JsonObject): number {
  const count = isObject(comments) ? comments['totalCount'] : (commentsCount ?? comments)
  return typeof count === 'number' ? count : 0
}

const reasonOf = (comment: JsonObject) =>
  idOf(comment['minimizedReason'] ?? comment['minimized_reason'])

/** As `spam, by someone on 12`. */
function describeHidden(comment: JsonObject, issue: JsonObject): string {
  const account = comment['user'] ?? comment['author']
  const login = idOf(isObject(account) ? account['login'] : account)
  const place = idOf(issue['number']) ?? idOf(issue['title'])
  return `${reasonOf(comment) ?? 'hidden'}, by ${login ?? 'a deleted user'} on ${place ?? 'an issue'}`
}
