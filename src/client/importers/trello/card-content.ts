import type { UnmappedField } from '#client/importers/core/import-plan.ts'
import { parseInstant } from '#client/importers/core/parse-date.ts'
import { sanitizeField, sanitizeLine, sanitizeText } from '#client/importers/core/sanitize.ts'
import {
  formatExcerpt,
  idOf,
  isBlankValue,
  isObject,
  type JsonObject,
  objectsOf,
} from '#client/importers/formats/json.ts'
import { type ContentEntry, contentKinds } from './board-plan.ts'
import { parseItems, type SourceRecord, type TrelloContext } from './trello-export.ts'

export interface CardContent {
  entriesFor(card: SourceRecord): ContentEntry[]
  /** Whether a checklist, an attachment or an action is in an entry. */
  readonly isImported: (source: unknown) => boolean
  /** Those that cards count and the file does not have: Trello exports the last 1,000 actions. Known after the last card. */
  missingComments(): UnmappedField[]
}

/** Reads checklists, attachments and comments of cards, with what stands beside the cards of the export. */
export function parseCardContent(context: TrelloContext): CardContent {
  const { board, findings } = context
  const imported = new Set<unknown>()
  const checklists = groupByCard(
    parseItems(context, 'checklists', board['checklists']),
    ({ idCard }) => idCard,
  )
  const actions = parseItems(context, 'actions', board['actions'])
  const comments = groupByCard(actions.filter(isComment), ({ data }) =>
    isObject(data) && isObject(data['card']) ? data['card']['id'] : undefined,
  )
  const people = new Map(objectsOf(board['members']).map((one) => [idOf(one['id']), nameOf(one)]))
  const line = (path: string, id: string, value: unknown) =>
    sanitizeField(findings, path, id, value, sanitizeLine)

  const formatItem = (item: JsonObject, card_id: string): ContentEntry => {
    const name = line('checklists[].checkItems[].name', card_id, item['name']) || 'Untitled'
    const due = parseInstant(item['due'])
    const person = people.get(idOf(item['idMember']))
    const details = [person, due && `due ${formatTime(due)}`].filter(Boolean).join(', ')
    const mark = item['state'] === 'complete' ? 'x' : ' '
    const text = `- [${mark}] ${name}${details && ` (${escapeMarkdown(details)})`}`
    return { kind: 'checklists', text, count: 1 }
  }
  const formatChecklist = (checklist: JsonObject, card_id: string): ContentEntry[] => {
    const name = line('checklists[].name', card_id, checklist['name']) || 'Checklist'
    const heading = { kind: 'checklists', text: `### ${escapeMarkdown(name)}`, count: 0 } as const
    const path = 'checklists[].checkItems'
    const items = byPosition(parseItems(context, path, checklist['checkItems'], 'name'))
    if (items.length > 0 || isBlankValue(checklist['checkItems']))
      return [heading, ...items.map((item) => formatItem(item, card_id))]
    findings.warn('unreadable_checklist', {}, name)
    return []
  }
  const formatAttachment = (attachment: JsonObject, card_id: string): ContentEntry => {
    const url = line('cards[].attachments[].url', card_id, attachment['url'])
    const name = line('cards[].attachments[].name', card_id, attachment['name']) || url
    const label = escapeMarkdown(name || 'Untitled')
    const text = /^https?:/i.test(url)
      ? `[${label}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`
      : label
    return { kind: 'attachments', text: `- ${text}`, count: 1 }
  }
  const formatComment = (action: JsonObject, card_id: string): ContentEntry => {
    const text = isObject(action['data']) ? action['data']['text'] : undefined
    const comment = sanitizeField(findings, 'actions[].data.text', card_id, text, sanitizeText)
    const creator = isObject(action['memberCreator']) ? action['memberCreator'] : {}
    const ids = [idOf(action['idMemberCreator']), idOf(creator['id'])]
    const known = ids.flatMap((id) => people.get(id) ?? [])
    const name = nameOf(creator) ?? known[0] ?? 'Unknown'
    const date = parseInstant(action['date'])
    const heading = `**${escapeMarkdown(sanitizeLine(name).text)}**${date ? `, ${formatTime(date)}` : ''}`
    const quote = comment.trim().replace(/^/gm, '> ')
    return { kind: 'comments', text: `${heading}\n\n${quote}`, count: 1 }
  }

  const onCards = { comments: 0, missing: 0, example: '' }
  const countMissing = ({ badges, name }: JsonObject, found: number) => {
    const count = isObject(badges) ? badges['comments'] : undefined
    if (typeof count !== 'number' || !(count > 0)) return
    onCards.comments += count
    if (count <= found) return
    onCards.missing += count - found
    onCards.example ||= formatExcerpt(name)
  }

  return {
    entriesFor({ record, id }) {
      const embedded = parseItems(context, 'cards[].checklists', record['checklists'])
      const all = [...(checklists.get(id) ?? []), ...embedded]
      const own = {
        checklists: byPosition(distinct(all)),
        attachments: parseItems(context, 'cards[].attachments', record['attachments'], 'url'),
      }
      const written = byDate(distinct(comments.get(id) ?? []))
      countMissing(record, written.length)
      for (const source of [...own.checklists, ...own.attachments, ...written]) imported.add(source)
      // A second one of the same id is lost, unless it says the same.
      const texts = new Set([...own.checklists, ...written].map((one) => JSON.stringify(one)))
      for (const one of [...all, ...(comments.get(id) ?? [])])
        if (texts.has(JSON.stringify(one))) imported.add(one)
      return [
        ...own.checklists.flatMap((checklist) => formatChecklist(checklist, id)),
        ...own.attachments.map((attachment) => formatAttachment(attachment, id)),
        ...written.map((action) => formatComment(action, id)),
      ]
    },
    isImported: (source) => imported.has(source),
    missingComments() {
      const { comments: all, missing, example } = onCards
      if (missing === 0) return []
      const amount = `${missing} of ${plural(all, 'comments')} are not in the file`
      const path = 'cards[].badges.comments'
      return [{ path, count: missing, amount, summary: amount, example, bookkeeping: false }]
    },
  }
}

/** The oldest first. An action without a date stays beside the one that precedes it in time. */
function byDate(actions: readonly JsonObject[]): JsonObject[] {
  const dates = actions.flatMap(({ date }) => parseInstant(date) ?? [])
  const isOldestFirst = (dates[0] ?? '') < (dates.at(-1) ?? '')
  // Trello's own exports begin with the newest action.
  const ordered = isOldestFirst ? actions : actions.toReversed()
  let moment = ''
  return ordered
    .map((action) => ({ action, moment: (moment = parseInstant(action['date']) ?? moment) }))
    .sort((a, b) => (a.moment === b.moment ? 0 : a.moment < b.moment ? -1 : 1))
    .map(({ action }) => action)
}

/** Comments are among the actions; a copied card has copies of them. */
const isComment = ({ type }: JsonObject) => type === 'commentCard' || type === 'copyCommentCard'

const nameOf = ({ fullName, username }: JsonObject) =>
  [fullName, username].find((name) => typeof name === 'string' && name !== '') as string | undefined

function groupByCard(records: readonly JsonObject[], cardOf: (record: JsonObject) => unknown) {
  const groups = new Map<string | undefined, JsonObject[]>()
  for (const record of records) {
    const card_id = idOf(cardOf(record))
    groups.set(card_id, [...(groups.get(card_id) ?? []), record])
  }
  return groups
}

/** The first of each id: some exports repeat a checklist inside its card. */
function distinct(records: readonly JsonObject[]): JsonObject[] {
  const ids = new Set<string>()
  return records.filter(({ id }) => {
    const key = idOf(id)
    if (key === undefined) return true
    const isNew = !ids.has(key)
    ids.add(key)
    return isNew
  })
}

const byPosition = (records: readonly JsonObject[]) => {
  const rank = ({ pos }: JsonObject) => (typeof pos === 'number' ? pos : Number.POSITIVE_INFINITY)
  return records.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
}

/** `2020-01-16 22:17 UTC`: a text cannot follow the time zone of its reader. */
const formatTime = (instant: string) => `${instant.slice(0, 16).replace('T', ' ')} UTC`

const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]<>#~|]/g, '\\$&')

/** Of each kind how much cards have: `29 comments in 12 cards`. */
export function countContent(cards: readonly { readonly content: readonly ContentEntry[] }[]) {
  return contentKinds.flatMap((kind) => {
    const counts = cards
      .map(({ content }) => content.filter((entry) => entry.kind === kind))
      .filter((entries) => entries.length > 0)
      .map((entries) => entries.reduce((sum, { count }) => sum + count, 0))
    const total = counts.reduce((sum, count) => sum + count, 0)
    const noun = kind === 'checklists' ? 'checklist items' : kind
    return counts.length > 0 ? [`${plural(total, noun)} in ${plural(counts.length, 'cards')}`] : []
  })
}

const plural = (count: number, noun: string) => `${count} ${count === 1 ? noun.slice(0, -1) : noun}`
