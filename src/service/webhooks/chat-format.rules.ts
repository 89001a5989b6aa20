import type { Event } from '#contract/developers/events.ts'
import type { WebhookFormat } from '#contract/developers/webhook-resources.ts'
import type { Changes, EventData, EventKind } from '#contract/events.ts'
import { totalVotes } from '#contract/feedback/votes.rules.ts'

type ChatFormat = Exclude<WebhookFormat, 'standard'>
type Resource<Kind = EventKind> = Kind extends `${infer Name}.${string}` ? Name : never
type KnownEvent = {
  [Kind in EventKind]: { event: Kind; data: EventData[Kind]; changes?: Changes }
}[EventKind]

/** A sentence such as "New idea: Dark mode — 12 votes". Only the label is ours; the rest may be text of users. */
interface Sentence {
  readonly label: string
  readonly subject: string
  readonly details: string
}

/** Returns the JSON body that an incoming webhook of the chat accepts. The link leads to what the event is about. */
export function formatChatMessage(format: ChatFormat, event: Event, link: string | null): string {
  // Its body was serialized by the outbox, which emits these kinds only.
  const sentence = describeEvent(event as unknown as KnownEvent)
  const url = link?.replace(/[<>|\s]/g, encodeURIComponent) ?? null
  return JSON.stringify(builders[format](sentence, url))
}

const builders: Record<ChatFormat, (sentence: Sentence, link: string | null) => object> = {
  slack: (sentence, link) => ({
    text: formatText(sentence, {
      limit: 3000,
      escape: escapeSlack,
      start: `*${sentence.label}*`,
      end: link ? ` <${escapeSlack(link)}|Open>` : '',
    }),
  }),
  discord: (sentence, link) => ({
    content: formatText(sentence, {
      limit: 2000,
      escape: escapeDiscord,
      start: `**${sentence.label}**`,
      end: link ? ` [Open](<${link}>)` : '',
    }),
    allowed_mentions: { parse: [] },
  }),
  teams: (sentence, link) => {
    const text = formatText(sentence, { limit: 3000, escape: String, start: '', end: '' })
    return {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.2',
            // Unlike a TextBlock, a TextRun is plain text.
            body: [
              {
                type: 'RichTextBlock',
                inlines: [
                  { type: 'TextRun', text: sentence.label, weight: 'Bolder' },
                  { type: 'TextRun', text },
                ],
              },
            ],
            ...(link && { actions: [{ type: 'Action.OpenUrl', title: 'Open', url: link }] }),
          },
        },
      ],
    }
  },
}

/** `<!channel>`, `<@U123>` and `<https://…|text>` need the angle brackets. */
const escapeSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Markdown, mentions, emoji and addresses. Signs that count at the start of a line only are never there. */
const escapeDiscord = (text: string) => text.replace(/[\\*_~`|[\]<>:@]/g, String.raw`\$&`)

interface TextStyle {
  /** In UTF-16 units, the strictest of the ways in which chats count. */
  readonly limit: number
  readonly escape: (text: string) => string
  readonly start: string
  readonly end: string
}

const maxDetails = 200

/** Truncates only the text of users, before an escape could be cut. */
function formatText({ subject, details }: Sentence, style: TextStyle): string {
  const { limit, escape, start } = style
  const end = (details && ` — ${truncate(details, maxDetails, escape)}`) + style.end
  const room = limit - `${start}: ${end}`.length
  return `${start}: ${truncate(subject, room, escape)}${end}`
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns the text on one line and escaped; cut between whole characters, as people count them. */
function truncate(text: string, limit: number, escape: (text: string) => string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const whole = escape(line)
  if (whole.length <= limit) return whole
  let length = 0
  let end = 0
  for (const codePoint of line) {
    length += escape(codePoint).length
    if (length >= limit) break
    end += codePoint.length
  }
  // One look-up: the segmenter copies the whole text for each character that it returns.
  const character = segmenter.segment(line).containing(end)
  return `${escape(line.slice(0, character?.index ?? end))}…`
}

const describeEvent = (event: KnownEvent): Sentence => ({
  label: labels[event.event] ?? genericLabel(event.event),
  subject: subjectOf(event),
  details: detailsOf(event),
})

/** Where the generic one of the resource and the action reads badly. */
const labels: { readonly [Kind in EventKind]?: string } = {
  'card.created': 'New card',
  'campaign.cancelled': 'Campaign canceled',
  'automation.enrolled': 'Contact enrolled in an automation',
  'automation.completed': 'Contact completed an automation',
  'contact.created': 'New contact',
  'contact.bounced': 'Email bounced',
  'contact.complained': 'Email reported as spam',
  'post.created': 'New idea',
  'vote.created': 'New vote',
  'comment.created': 'New comment',
  'comment.internal_created': 'New internal note',
  'comment.internal_updated': 'Internal note updated',
  'comment.internal_deleted': 'Internal note deleted',
  'portal_user.created': 'New person',
  'changelog_subscriber.created': 'New changelog subscriber',
  'webhook.test': 'Test',
}

const nouns: Record<Resource, string> = {
  board: 'Board',
  board_list: 'Board list',
  label: 'Label',
  card: 'Card',
  list: 'List',
  segment: 'Segment',
  campaign: 'Campaign',
  automation: 'Automation',
  contact: 'Contact',
  post: 'Idea',
  vote: 'Vote',
  comment: 'Comment',
  portal_user: 'Person',
  changelog: 'Changelog entry',
  changelog_subscriber: 'Changelog subscriber',
  settings: 'Settings',
  webhook: 'Webhook',
}

function genericLabel(kind: EventKind): string {
  const [resource, action] = kind.split('.') as [Resource, string]
  return `${nouns[resource]} ${formatName(action)}`
}

const formatName = (key: string) => key.replaceAll('_', ' ')

/** The first of these that has a text names the resource; a deletion has only the id. */
const nameFields = [
  'title',
  'name',
  'email_address',
  'email',
  'message',
  'host',
  'external_id',
  'id',
]

function subjectOf({ event, data }: KnownEvent): string {
  switch (event) {
    case 'vote.created':
      return data.user.name ?? data.user.email ?? data.user.external_id ?? data.user_id
    case 'comment.created':
    case 'comment.updated':
    case 'comment.internal_created':
    case 'comment.internal_updated':
      return `${data.author.name ?? 'Someone'}: ${data.body}`
    case 'automation.enrolled':
    case 'automation.completed':
      return data.contact_id
    case 'settings.changed':
      return formatName(`${data.type} ${data.action}`)
    default: {
      const fields = new Map<string, unknown>(Object.entries(data))
      return String(nameFields.map((name) => fields.get(name)).find(Boolean) ?? '')
    }
  }
}

const reasons = {
  manual: 'disabled by a person',
  gone: 'the receiver answered 410 Gone',
  failing: 'deliveries kept failing',
}

/** Empty where there is nothing to add. */
function detailsOf({ event, data, changes }: KnownEvent): string {
  switch (event) {
    case 'post.created':
      // One that was stored by an older version has no total.
      return formatCount(totalVotes(data) ?? 0, 'vote')
    case 'post.status_changed':
      return [changes?.['status']?.from, data.status].filter(Boolean).map(String).join(' → ')
    case 'campaign.scheduled':
      return formatTime(data.scheduled_at)
    case 'campaign.sent':
      return formatCount(data.stats.recipients, 'recipient')
    case 'changelog.scheduled':
      return formatTime(data.publish_at)
    case 'webhook.disabled':
      return data.disabled_reason ? reasons[data.disabled_reason] : ''
    default:
      return event.endsWith('.updated') && changes
        ? `changed: ${Object.keys(changes).map(formatName).join(', ')}`
        : ''
  }
}

const formatCount = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** "2026-12-04 12:00 UTC" */
const formatTime = (time: string | null) =>
  time ? `${time.slice(0, 16).replace('T', ' ')} UTC` : ''
