import fc from 'fast-check'
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

import type { Event } from '#contract/developers/events.ts'
import { WebhookFormat } from '#contract/developers/webhook-resources.ts'
import { eventKinds } from '#contract/event-kinds.ts'
import { type EventKind, isInternal } from '#contract/events.ts'
import { formatChatMessage } from './chat-format.rules.ts'
import { createSample } from './event-samples.ts'

const link = 'https://admin.example.com/feedback/pst_1?a=1&b=2'
const formats = WebhookFormat.exclude(['standard']).options

/** As it is read from the database, with other data where a test is about them. */
function createEvent(kind: EventKind, data: object = {}): Event {
  const input = { id: 'evt_1', created_at: new Date('2026-11-27T12:00:00Z'), webhook_id: 'whk_1' }
  const sample = createSample(kind, input)
  return JSON.parse(JSON.stringify({ ...sample, data: { ...sample.data, ...data } })) as Event
}

// What each chat documents for an incoming webhook. Like the chat, they reject a body of another shape.
const Slack = z.strictObject({
  text: z.string().min(1).max(3000),
  blocks: z.array(z.unknown()).optional(),
  attachments: z.array(z.unknown()).optional(),
  thread_ts: z.string().optional(),
  mrkdwn: z.boolean().optional(),
  unfurl_links: z.boolean().optional(),
  unfurl_media: z.boolean().optional(),
})
const Discord = z.strictObject({
  content: z.string().min(1).max(2000),
  username: z.string().optional(),
  avatar_url: z.string().optional(),
  tts: z.boolean().optional(),
  embeds: z.array(z.unknown()).optional(),
  allowed_mentions: z.strictObject({ parse: z.array(z.enum(['roles', 'users', 'everyone'])) }),
  flags: z.int().optional(),
  thread_name: z.string().optional(),
})
const TextRun = z.strictObject({
  type: z.literal('TextRun'),
  text: z.string().min(1).max(3000),
  weight: z.enum(['Lighter', 'Default', 'Bolder']).optional(),
})
const AdaptiveCard = z.strictObject({
  $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
  type: z.literal('AdaptiveCard'),
  version: z.literal('1.2'),
  body: z
    .array(z.strictObject({ type: z.literal('RichTextBlock'), inlines: z.array(TextRun) }))
    .length(1),
  actions: z
    .array(
      z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string(), url: z.httpUrl() }),
    )
    .optional(),
})
const Teams = z.strictObject({
  type: z.literal('message'),
  attachments: z
    .array(
      z.strictObject({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        contentUrl: z.null(),
        content: AdaptiveCard,
      }),
    )
    .length(1),
})

/** The text of a message that its chat accepted. */
const receivers = {
  slack: (body: unknown) => Slack.parse(body).text,
  discord: (body: unknown) => Discord.parse(body).content,
  teams: (body: unknown) =>
    Teams.parse(body)
      .attachments[0]!.content.body[0]!.inlines.map(({ text }) => text)
      .join(''),
}

const receive = (format: keyof typeof receivers, event: Event, url: string | null = null) =>
  receivers[format](JSON.parse(formatChatMessage(format, event, url)))

test.each([
  ['post.created', '*New idea*: Dark mode — 12 votes'],
  ['post.status_changed', '*Idea status changed*: Dark mode — open → planned'],
  ['post.deleted', '*Idea deleted*: pst_00000000000000000000000001'],
  ['vote.created', '*New vote*: Maya Chen'],
  ['comment.created', '*New comment*: Jamie Tran: We plan this for spring.'],
  ['comment.internal_created', '*New internal note*: Jamie Tran: Three customers asked for this.'],
  ['contact.created', '*New contact*: maya@example.com'],
  ['campaign.sent', '*Campaign sent*: November news — 1,204 recipients'],
  ['card.updated', '*Card updated*: Add a dark theme — changed: due at'],
  ['automation.completed', '*Contact completed an automation*: con_00000000000000000000000001'],
] as const)('Slack reads a sentence about %s', (kind, text) => {
  expect(receive('slack', createEvent(kind))).toBe(text)
})

test.each([
  [{ votes_total: 412 }, '412 votes'],
  [{ vote_count: 12, imported_votes: 400, votes_total: undefined }, '12 votes'],
  [{ vote_count: undefined, imported_votes: 400, votes_total: undefined }, '0 votes'],
  [{ vote_count: undefined, imported_votes: undefined, votes_total: undefined }, '0 votes'],
])('a new idea that was stored with %o has a number', (numbers, count) => {
  const text = `*New idea*: Dark mode — ${count}`
  expect(receive('slack', createEvent('post.created', numbers))).toBe(text)
})

const guide = fs.readFileSync(new URL('../../../docs/guides/slack.md', import.meta.url), 'utf8')
const rowsOfGuide = [...guide.matchAll(/^\| `([a-z_.]+)` \| (.*) \|$/gm)]

test.each(rowsOfGuide.map(([, kind = '', text]) => [kind, text]))(
  'docs/guides/slack.md shows the message about %s',
  (kind, text) => {
    // The name of a kind is looked up, so an unknown one fails.
    expect(receive('slack', createEvent(kind as EventKind))).toBe(text)
    expect(rowsOfGuide.length).toBeGreaterThan(5)
  },
)

test.each([
  ['post.created', '**New idea**: Dark mode — 12 votes'],
  ['card.moved', '**Card moved**: Add a dark theme'],
  ['board_list.archived', '**Board list archived**: In progress'],
  ['campaign.scheduled', String.raw`**Campaign scheduled**: November news — 2026-12-04 12\:00 UTC`],
  ['campaign.cancelled', '**Campaign canceled**: November news'],
  ['contact.complained', String.raw`**Email reported as spam**: maya\@example.com`],
  [
    'comment.internal_deleted',
    String.raw`**Internal note deleted**: cmt\_${'1'.padStart(26, '0')}`,
  ],
  ['changelog.published', '**Changelog entry published**: A dark theme'],
] as const)('Discord reads a sentence about %s', (kind, text) => {
  expect(receive('discord', createEvent(kind))).toBe(text)
})

test.each([
  ['post.created', 'New idea: Dark mode — 12 votes'],
  ['segment.updated', 'Segment updated: VIP customers — changed: name'],
  ['label.deleted', 'Label deleted: lbl_00000000000000000000000001'],
  ['portal_user.created', 'New person: Maya Chen'],
  ['changelog.scheduled', 'Changelog entry scheduled: A dark theme — 2026-12-04 12:00 UTC'],
  ['settings.changed', 'Settings changed: workspace updated'],
  ['webhook.disabled', 'Webhook disabled: example.com — deliveries kept failing'],
  ['webhook.test', 'Test: This is a test from Workspace Admin.'],
] as const)('Teams reads a sentence about %s', (kind, text) => {
  expect(receive('teams', createEvent(kind))).toBe(text)
})

test('the messages of a post are exactly what each chat documents', () => {
  const [slack, discord, teams] = formats.map((format): unknown =>
    JSON.parse(formatChatMessage(format, createEvent('post.created'), link)),
  )
  expect(slack).toEqual({
    text: '*New idea*: Dark mode — 12 votes <https://admin.example.com/feedback/pst_1?a=1&amp;b=2|Open>',
  })
  expect(discord).toEqual({
    content: `**New idea**: Dark mode — 12 votes [Open](<${link}>)`,
    allowed_mentions: { parse: [] },
  })
  expect(teams).toEqual({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.2',
          body: [
            {
              type: 'RichTextBlock',
              inlines: [
                { type: 'TextRun', text: 'New idea', weight: 'Bolder' },
                { type: 'TextRun', text: ': Dark mode — 12 votes' },
              ],
            },
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open', url: link }],
        },
      },
    ],
  })
})

test.each(formats)('%s accepts a sentence about every kind of event', (format) => {
  for (const kind of eventKinds) {
    const text = receive(format, createEvent(kind), link)
    expect(text).toMatch(/^\**[A-Z][a-z ]{3,40}\**: [^\s…].*$/)
    expect(text).not.toMatch(/undefined|null|\[object|"/)
    expect(text.includes('nternal note')).toBe(isInternal(kind))
  }
})

test.each(formats)('%s rejects an event as it is', (format) => {
  expect(() => receivers[format](createEvent('post.created'))).toThrow('unrecognized_keys')
})

const title = (text: string) => createEvent('post.created', { title: text })

test('mentions and links in a title do nothing in Slack', () => {
  const attack = '<!channel> <@U123> <#C123> <https://evil.example|Log in> &lt;!here&gt;'
  const text = receive('slack', title(attack), link)
  expect(text.match(/<[^>]*>/g)).toEqual([`<${link.replace('&', '&amp;')}|Open>`])
  expect(text).toContain('&lt;!channel&gt; &lt;@U123&gt;')
  // Slack shows the text as it was written.
  const shown = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  expect(shown).toContain(attack)
})

test('mentions, links and Markdown in a title do nothing in Discord', () => {
  const attack = '@everyone <@123> <@&4> [Log in](https://evil.example) `a` **b** ||c|| ~~d~~ \\_e_'
  const { content, allowed_mentions } = Discord.parse(
    JSON.parse(formatChatMessage('discord', title(attack), null)),
  )
  expect(allowed_mentions).toEqual({ parse: [] })
  const text = content.slice('**New idea**: '.length)
  expect(text.replace(/\\[^a-z\s]/g, '')).not.toMatch(/[\\*_~`|[\]<>:@]/)
  expect(text.replace(/\\([^a-z\s])/g, '$1')).toBe(`${attack} — 12 votes`)
})

test('Markdown and mentions in a title are plain text in Teams', () => {
  const attack = '**b** [Log in](https://evil.example) <at>everyone</at> @channel {{DATE(x)}}'
  expect(receive('teams', title(attack))).toBe(`New idea: ${attack} — 12 votes`)
})

test.each(formats)('%s gets a comment with several lines as one line', (format) => {
  const event = createEvent('comment.created', { body: 'One\n\n# Two\r\n> three\u2028- four ' })
  const text = receive(format, event)
  expect(text).not.toMatch(/[\n\r\u2028]/)
  expect(text.replace(/\\|&gt;|>/g, '')).toMatch(/Jamie Tran: One # Two\s+three - four$/)
})

/** What a message has in place of a title. */
const titleIn = (text: string) => /: (.*) — 12 votes/u.exec(text)?.[1] ?? ''

test.each(formats)('%s gets a title of 10,000 characters truncated', (format) => {
  const limit = format === 'discord' ? 2000 : 3000
  for (const character of ['x', '<', '&', '*', '\\', '`', 'ë']) {
    const text = receive(format, title(character.repeat(10_000)), link)
    expect(text.length).toBeGreaterThan(limit - 10)
    // Of an escape, all or nothing.
    const escaped = titleIn(receive(format, title(character)))
    expect(titleIn(text).replaceAll(escaped, '')).toBe('…')
  }
})

test.each(formats)('%s gets no half of an emoji at the cut', (format) => {
  for (const emoji of ['🎉', '👩‍👩‍👧‍👦', '🇪🇺', 'é'])
    // From here on the cut is where it was before.
    for (let offset = 0; offset <= emoji.length; offset++) {
      const text = receive(
        format,
        title('x'.repeat(offset) + emoji.repeat(3000 / emoji.length + 1)),
      )
      expect(titleIn(text).replaceAll(emoji, '')).toBe(`${'x'.repeat(offset)}…`)
    }
})

test('a lone emoji is kept where it fits exactly', () => {
  const room = 2000 - '**New idea**:  — 12 votes'.length
  const fits = `${'x'.repeat(room - 2)}🎉`
  expect(receive('discord', title(fits))).toBe(`**New idea**: ${fits} — 12 votes`)
  expect(receive('discord', title(`x${fits}`))).toContain('x… — 12 votes')
})

test('a message is within its limit for every text and link', () => {
  const unit = fc.oneof(fc.constantFrom(...'<>&*_`|\\@🎉é\n'), fc.string({ unit: 'grapheme' }))
  const text = fc.array(unit, { maxLength: 1500, size: 'max' }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.constantFrom(...formats), text, fc.boolean(), (format, body, hasLink) => {
      const event = createEvent('comment.created', { body })
      // Receivers reject a longer one.
      return receive(format, event, hasLink ? link : null).includes('comment')
    }),
    { numRuns: 25 },
  )
})

test('a link cannot end the link of a message', () => {
  const text = receive('slack', title('a'), 'https://admin.example.com/a|b> <!channel>')
  expect(text).toBe(
    '*New idea*: a — 12 votes <https://admin.example.com/a%7Cb%3E%20%3C!channel%3E|Open>',
  )
})
