import type { CampaignsPlan } from '#client/importers/campaigns/campaign-plan.ts'
import type { ContactsPlan } from '#client/importers/contacts/contact-plan.ts'
import type { FeedbackPlan } from '#client/importers/feedback/feedback-plan.ts'
import { type Json, type Leaf, leavesOf, type LeafRules, normalize } from './test-leaves.ts'

/** The rows of a CSV file with their cells. */
export function readCsv(text: string, separator = ','): string[][] {
  const rows: string[][] = [[]]
  let [cell, isQuoted] = ['', false]
  const lines = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  for (let at = 0; at <= lines.length; at += 1) {
    const char = lines[at]
    if (isQuoted && char === '"' && lines[at + 1] === '"') [cell, at] = [`${cell}"`, at + 1]
    else if (char === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (isQuoted) cell += char ?? ''
    else if (char === separator || char === '\n' || char === undefined) {
      rows.at(-1)?.push(cell)
      cell = ''
      if (char === '\n') rows.push([])
    } else cell += char
  }
  return rows.filter((cells) => cells.some((one) => one.trim() !== ''))
}

export const toCsv = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')

/** The cells that hold anything. The names of columns are no content; the first row is row 1. */
export function cellsOf(
  [headers = [], ...rows]: readonly (readonly string[])[],
  file = '',
): Leaf[] {
  return rows.flatMap((cells, index) =>
    cells.flatMap((value, at) => {
      const place = `${file}row ${index + 2}`
      const path = headers[at]?.trim() || `column ${at + 1}, which has no name`
      return normalize(value) === '' ? [] : [{ value, path, place, above: [{ path, unit: place }] }]
    }),
  )
}

/** The values of a report of one campaign, which stand beside their names. */
export const factsOf = (rows: readonly (readonly string[])[]): Leaf[] =>
  rows.flatMap(([name = '', ...values]) =>
    values.flatMap((value) => {
      const path = name.trim().replace(/:$/, '')
      const isNamesOfColumns = /^url$/i.test(path)
      return normalize(value) === '' || isNamesOfColumns
        ? []
        : [{ value, path, place: 'report', above: [{ path, unit: 'report' }] }]
    }),
  )

const same = (one: unknown, other: unknown) => normalize(one) === normalize(other)

/** Every name of a cell, however it separates them. */
const namesIn = (cell: string) =>
  (cell.trim().startsWith('[') ? cell.replace(/^\s*\[|\]\s*$/g, '') : cell)
    .split(/[|;,]/)
    .map((name) =>
      normalize(name)
        .replace(/^"+|"+$/g, '')
        .toLowerCase(),
    )
    .filter((name) => name !== '')

const strictness = ['subscribed', 'pending', 'unsubscribed', 'bounced', 'complained']
const statusWords: Readonly<Record<string, string>> = {
  active: 'subscribed',
  true: 'subscribed',
  false: 'unsubscribed',
  cleaned: 'bounced',
  unreachable: 'bounced',
}

/** Whether a planned moment is that of a cell, as far as the cell alone tells: its year, or all of it where it is in UTC or a number. */
function isMoment(planned: string | undefined | null, cell: string): boolean {
  if (planned === undefined || planned === null) return false
  const text = cell.trim()
  if (/^\d{4}-\d\d-\d\dT.*Z$/.test(text)) return new Date(text).toISOString() === planned
  if (/^\d{9,13}(?:\.\d+)?$/.test(text)) {
    const ms = Number(text) * (text.split('.', 1)[0]?.length === 13 ? 1 : 1000)
    return Math.abs(Date.parse(planned) - ms) < 1000
  }
  const year = new Date(planned).getUTCFullYear()
  // A zone may move the first and the last hours of a year.
  return [year - 1, year, year + 1].some((one) => text.includes(String(one).slice(2)))
}

export type ContactRole =
  | 'address'
  | 'tags'
  | 'status'
  | 'opt_in'
  | 'opt_out'
  | 'created_at'
  | 'data'

/** `roles` says what columns are; all others are fields of their name. */
export function contactRules(
  plan: ContactsPlan,
  roles: Readonly<Record<string, ContactRole>>,
): LeafRules {
  const contactAt = (place: string) =>
    plan.contacts.find(({ rows }) => rows.some((row) => place === `row ${row}`))
  return {
    isPlanned: ({ path, place, value }) => {
      const text = String(value)
      const contact = contactAt(place)
      if (!contact) return false
      const { fields, tags, status } = contact
      const role = roles[path]
      if (role === 'address') return same(contact.email_address.toLowerCase(), text.toLowerCase())
      if (role === 'tags')
        return namesIn(text).every((name) => tags.some((tag) => same(tag.toLowerCase(), name)))
      if (role === 'created_at' && isMoment(contact.created_at, text)) return true
      const isAtLeast = (word: string) =>
        strictness.includes(word) && strictness.indexOf(status ?? '') >= strictness.indexOf(word)
      if (role === 'status') {
        const word = text.trim().toLowerCase()
        return isAtLeast(statusWords[word] ?? word)
      }
      if (role === 'opt_in' || role === 'opt_out') {
        const isYes = /^(?:true|yes|1)$/i.test(text.trim())
        if (!isYes && !/^(?:false|no|0)$/i.test(text.trim())) return false
        // Who agreed may be out by another column; who did not opt out is as the rest of the row says.
        return isYes === (role === 'opt_in') || isAtLeast('unsubscribed')
      }
      if (role === 'data') {
        try {
          // Whatever it holds, its leaves are looked at.
          const leaves = leavesOf(JSON.parse(text) as Json)
          const values = [...fields.values()].map(normalize)
          return leaves.every((leaf) => values.some((one) => one.includes(normalize(leaf.value))))
        } catch {
          return same(fields.get(path), text)
        }
      }
      // A column of addresses is also found by what it holds.
      return [fields.get(path), contact.email_address].some((one) =>
        same(one, text.replace(/^'(?=[=+\-@\t\r'])/, '')),
      )
    },
    aliases: ({ path, place: unit }) => {
      const contact = contactAt(unit)
      // What an earlier row said is told by the note about the later one.
      const repeated =
        contact && contact.rows.length > 1
          ? [{ path: 'duplicate email address', unit: contact.key }]
          : []
      const consent =
        roles[path] === 'opt_in' || roles[path] === 'opt_out'
          ? [
              { path: 'consent', unit },
              // Somebody who opted out is not subscribed, whatever the report says.
              ...(contact?.status === 'subscribed'
                ? []
                : [{ path: `opted out of mail, imported as ${contact?.status}`, unit }]),
            ]
          : []
      return [...consent, ...repeated]
    },
  }
}

/** Of neutral tables of posts, comments, notes and votes, and of Fider's. */
export function feedbackTableRules(plan: FeedbackPlan, file: string): LeafRules {
  const nameOf = (ref: string | undefined) => [
    ...plan.users
      .filter((one) => one.ref === ref)
      .flatMap((one) => [one.name, 'email' in one ? one.email : one.external_id]),
    ...plan.members.filter((one) => one.external_ref === ref).map(({ name }) => name),
    ref,
  ]
  const isPerson = (ref: string | undefined, text: string) =>
    nameOf(ref).some(
      (name) =>
        name !== undefined && normalize(name).toLowerCase().endsWith(normalize(text).toLowerCase()),
    )
  const aliases: Readonly<Record<string, string>> = {
    started: 'in_progress',
    completed: 'complete',
    declined: 'closed',
    duplicate: 'closed',
  }
  return {
    isPlanned: ({ path: header, place, value }) => {
      const text = String(value)
      const post = plan.posts.find(({ path }) => path === place)
      const comments = plan.comments.filter(({ path }) => path === place)
      const vote = plan.votes.find(({ path }) => path === place)
      const authors = comments.flatMap(({ author }) =>
        author === 'team' ? [] : ['user_ref' in author ? author.user_ref : author.member_ref],
      )
      const word = text
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_')
      const kindOf = (one: unknown) => (one === post ? ':' : '/')
      const rules: Readonly<Record<string, () => boolean>> = {
        id: () =>
          [post, ...comments].some((one) =>
            `${one?.external_ref}/`.includes(`${kindOf(one)}${normalize(text)}/`),
          ),
        number: () => post?.external_ref.endsWith(`:${normalize(text)}`) === true,
        post_id: () =>
          [vote, ...comments].some((one) => one?.post_ref.endsWith(`:${normalize(text)}`) === true),
        title: () =>
          same(post?.title, text) || normalize(post?.details).startsWith(normalize(text)),
        body: () =>
          post
            ? normalize(post.details).endsWith(normalize(text))
            : comments.some((one) => same(one.body, text)),
        description: () => post !== undefined && normalize(post.details).endsWith(normalize(text)),
        author_email: () => isPerson(post?.user_ref ?? authors[0], text),
        author_name: () => isPerson(post?.user_ref ?? authors[0], text),
        created_by: () => isPerson(post?.user_ref, text),
        voter_email: () => isPerson(vote?.user_ref, text),
        voter_name: () => isPerson(vote?.user_ref, text),
        status: () => post?.status === (aliases[word] ?? word),
        tags: () =>
          namesIn(text).every(
            (name) => post?.tags.some((tag) => same(tag.toLowerCase(), name)) === true,
          ),
        vote_count: () => post?.imported_votes === Number(text),
        votes_count: () => post?.imported_votes === Number(text),
        created_at: () => [post, vote, ...comments].some((one) => isMoment(one?.created_at, text)),
        updated_at: () => isMoment(post?.updated_at, text),
        response: () => comments.some((one) => same(one.body, text)),
        response_at: () => comments.some((one) => isMoment(one.created_at, text)),
        responded_at: () => comments.some((one) => isMoment(one.created_at, text)),
        response_by: () => authors.some((ref) => isPerson(ref, text)),
        responded_by: () => authors.some((ref) => isPerson(ref, text)),
        original_number: () => post?.duplicate_of?.endsWith(`:${normalize(text)}`) === true,
        original_title: () =>
          plan.posts.some(
            ({ title, external_ref }) => external_ref === post?.duplicate_of && same(title, text),
          ),
        is_staff: () =>
          comments.some(
            ({ author }) =>
              (author === 'team' || 'member_ref' in author) ===
              /^(?:true|yes|1)$/i.test(text.trim()),
          ) && /^(?:true|yes|1|false|no|0)$/i.test(text.trim()),
      }
      return rules[header.toLowerCase()]?.() === true
    },
    reportPaths: (path) => [
      path,
      `${file} column "${path.startsWith('column ') ? '' : path}"`,
      `posts.${path}`,
      ...(/_name$|_by$/.test(path) ? ['users', 'members'] : []),
    ],
  }
}

/** Of one campaign a row. `counters` says which counter or rate a column is. */
export function campaignRules(
  plan: CampaignsPlan,
  columns: Readonly<Record<string, string>>,
): LeafRules {
  return {
    isPlanned: ({ path: header, place, value }) => {
      const text = String(value)
      const campaign = plan.campaigns.find(({ path }) => path === place)
      const meaning = columns[header]
      if (!campaign || meaning === undefined) return /^0+(?:\.0+)?%?$/.test(text.trim())
      // What is made of other columns says no more than these.
      if (meaning === 'sum') return true
      if (meaning === 'name') return same(campaign.name, text)
      if (meaning === 'subject') return same(campaign.subject, text)
      if (meaning === 'id') return campaign.external_ref.endsWith(`:${normalize(text)}`)
      if (meaning === 'sent_at') return isMoment(campaign.sent_at, text)
      const stats: Readonly<Record<string, unknown>> = campaign.stats
      return stats[meaning] === Number(text.replace(/ *\(.*?%\)$/, '').replaceAll(',', ''))
    },
    reportPaths: (path) => [path, ...(columns[path] === 'sent_at' ? ['sent'] : [])],
  }
}

type Table = string[][]

/** What is done to one cell of a table, the header being row 0. */
export const tableChanges = {
  'cell to text': (rows: Table, row: number, column: number, mark: string) =>
    void rows[row]?.splice(column, 1, mark),
  'cell to number': (rows: Table, row: number, column: number) =>
    void rows[row]?.splice(column, 1, '98765432'),
  'cell to list': (rows: Table, row: number, column: number, mark: string) =>
    void rows[row]?.splice(column, 1, `["${mark}"]`),
  'cell to object': (rows: Table, row: number, column: number, mark: string) =>
    void rows[row]?.splice(column, 1, `{"zq":"${mark}"}`),
  'cell to blank': (rows: Table, row: number, column: number) =>
    void rows[row]?.splice(column, 1, ''),
  'cell removed': (rows: Table, row: number, column: number) => void rows[row]?.splice(column, 1),
  'cell added': (rows: Table, row: number, column: number, mark: string) =>
    void rows[row]?.splice(column, 0, mark),
  'cell at the end': (rows: Table, row: number, _column: number, mark: string) =>
    void rows[row]?.push(mark),
  'row of one cell': (rows: Table, row: number, _column: number, mark: string) =>
    void rows.splice(Math.max(1, row), 0, [mark]),
  'row removed': (rows: Table, row: number) => void rows.splice(Math.max(1, row), 1),
  'row repeated': (rows: Table, row: number) => void rows.push([...(rows[Math.max(1, row)] ?? [])]),
  'column renamed': (rows: Table, _row: number, column: number, mark: string) =>
    void rows[0]?.splice(column, 1, mark),
  'column unnamed': (rows: Table, _row: number, column: number) =>
    void rows[0]?.splice(column, 1, ''),
  'column removed': (rows: Table, _row: number, column: number) =>
    rows.forEach((cells) => void cells.splice(column, 1)),
  'column added': (rows: Table, _row: number, _column: number, mark: string) =>
    rows.forEach((cells, at) => void cells.push(at === 0 ? 'More' : mark)),
} as const
