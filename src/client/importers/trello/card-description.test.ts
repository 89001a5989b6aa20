import { expect, test } from 'vitest'

import type { ContentEntry } from './board-plan.ts'
import { countOmitted, createDescription, updateDescription } from './card-description.ts'
import { planTrello } from './trello-importer.ts'

const cardId = '5a1e685af39e7ba8a2450064'
const planCard = (card: object, board: object = {}) => {
  const base = { id: cardId, name: 'Write it', idList: 'l' }
  const file = { id: 'b', name: 'B', lists: [{ id: 'l', name: 'L' }], ...board }
  const [planned] = planTrello({ ...file, cards: [{ ...base, ...card }] }, 'b.json').cards
  if (!planned) throw new Error('The card was rejected.')
  return planned
}
const comments = (...texts: string[]): ContentEntry[] =>
  texts.map((text) => ({ kind: 'comments', text, count: 1 }))
const describe = (description: string | null, ...texts: string[]) => ({
  description,
  content: comments(...texts),
})

test('checklists, attachments and comments become sections below the text', () => {
  const action = (date: string, text: string, more: object = {}) => ({
    type: 'commentCard',
    date,
    memberCreator: { fullName: 'Ada *Moss*' },
    data: { text, card: { id: cardId } },
    ...more,
  })
  const planned = planCard(
    {
      desc: 'The text.',
      attachments: [
        { name: 'a [draft].pdf', url: 'https://example.com/a b.pdf' },
        { name: 'local', url: 'javascript:alert(1)' },
      ],
    },
    {
      members: [{ id: 'm', fullName: 'Ben Ott' }],
      checklists: [
        {
          id: 'k',
          idCard: cardId,
          name: 'Before launch',
          checkItems: [
            { name: 'Second', state: 'complete', pos: 2 },
            { name: 'First', pos: 1, due: '2024-05-06T07:08:00.000Z', idMember: 'm' },
          ],
        },
        { id: 'empty', idCard: cardId, name: 'Later', checkItems: [] },
      ],
      actions: [
        action('2024-02-02T00:00:00.000Z', 'Newer\n\n- [x] a list'),
        action('2024-01-01T10:00:00.000Z', 'Older', { memberCreator: undefined }),
      ],
    },
  )
  const description = createDescription(planned) ?? ''
  expect(description.replace(/trello \w+ \w+/, 'trello A B')).toBe(
    `The text.

[//]: # (trello A B)

## Checklists

### Before launch

- [ ] First (Ben Ott, due 2024-05-06 07:08 UTC)
- [x] Second

### Later

## Attachments

- [a \\[draft\\].pdf](<https://example.com/a%20b.pdf>)
- local

## Comments

**Unknown**, 2024-01-01 10:00 UTC

> Older

**Ada \\*Moss\\***, 2024-02-02 00:00 UTC

> Newer
> 
> - [x] a list`,
  )
})

test('a description without content is left as it is', () => {
  expect(createDescription(describe('Only text  '))).toBe('Only text  ')
  expect(createDescription(describe(null))).toBeNull()
  expect(updateDescription('Edited', describe('Newer')).description).toBe('Newer')
})

test('an open code block ends before the sections', () => {
  expect(createDescription(describe('```\ncode', 'Hi'))).toMatch(/^```\ncode\n```\n\n\[/)
  expect(createDescription(describe('~~~~\n```\n~~~~', 'Hi'))).toMatch(/^~~~~\n```\n~~~~\n\n\[/)
})

test('each part follows the file until a person edits it', () => {
  const first = createDescription(describe('Text', 'One')) ?? ''
  const newer = describe('Newer text', 'One', 'Two')
  expect(updateDescription(first, newer).description).toBe(createDescription(newer))

  const edited = first.replace('Text', 'Ours')
  const update = updateDescription(edited, newer)
  expect(update.description).toMatch(/^Ours\n/)
  expect(update.description).toContain('Two')
  expect(updateDescription(update.description, newer).description).toBe(update.description)

  const ticked = first.replace('One', 'One, done')
  expect(updateDescription(ticked, describe('Text', 'One'))).toEqual({
    description: ticked,
    kept: false,
  })
  const conflict = updateDescription(ticked, newer)
  expect(conflict.kept).toBe(true)
  expect(conflict.description).toMatch(/^Newer text\n[\s\S]*One, done$/)
})

test('a text of an earlier import without sections stays above them', () => {
  const update = updateDescription('Ours', describe('Theirs', 'One'))
  expect(update.description).toMatch(/^Ours\n\n\[[\s\S]*One$/)
  expect(updateDescription(update.description, describe('Theirs', 'One'))).toEqual(update)
  expect(updateDescription('Theirs', describe('Theirs', 'One')).description).toMatch(/^Theirs\n/)
})

test('content over 50,000 characters is cut after a whole entry, with a note', () => {
  const texts = Array.from({ length: 30 }, (_, n) => `${n} ${'😀'.repeat(4000)}`)
  const card = describe('Text', ...texts)
  const description = createDescription(card) ?? ''
  expect([...description].length).toBeLessThanOrEqual(50_000)
  const omitted = countOmitted(card)
  expect(omitted).toBe(18)
  expect(description).toMatch(/\*18 more from Trello didn’t fit into this description\.\*$/)
  expect(updateDescription(description, card)).toEqual({ description, kept: false })

  const full = describe('x'.repeat(50_000), 'One')
  expect(createDescription(full) === full.description).toBe(true)
  expect(updateDescription(full.description, full).description === full.description).toBe(true)
})

test('a quoted marker is part of the text', () => {
  const card = describe('[//]: # (trello abc def)', 'One')
  const description = createDescription(card)
  expect(updateDescription(description, card)).toEqual({ description, kept: false })
})
