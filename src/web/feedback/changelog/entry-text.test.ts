import { expect, test } from 'vitest'

import { paths } from '#web/paths.ts'
import { describeEntryDraft, type EntryText, formatDraft, mergeTexts } from './entry-text.rules.ts'

const saved: EntryText = { title: 'Refills', body: 'Old', label_ids: ['lbl_1'], post_ids: [] }

test('texts of which different fields were changed are merged', () => {
  const mine = { ...saved, body: 'Mine' }
  const theirs = { ...saved, title: 'Theirs', label_ids: [] }
  expect(mergeTexts(saved, mine, theirs)).toEqual({
    text: { title: 'Theirs', body: 'Mine', label_ids: [], post_ids: [] },
    conflicts: [],
  })
})

test('a field that both have changed is a conflict unless both values are equal', () => {
  const mine = { ...saved, title: 'Same', body: 'Mine', post_ids: ['pst_1', 'pst_2'] }
  const theirs = { ...saved, title: 'Same', body: 'Theirs', post_ids: ['pst_2', 'pst_1'] }
  expect(mergeTexts(saved, mine, theirs)).toEqual({ text: mine, conflicts: ['body'] })
})

test('a draft is described by its title, else its text, and its address', () => {
  const stored = (text: EntryText) => formatDraft({ text, version: '3' })
  expect(describeEntryDraft('entry:ent_1', stored(saved))).toEqual({
    lines: 'Refills',
    address: paths.entry('ent_1'),
  })
  expect(describeEntryDraft('entry:new', stored({ ...saved, title: ' ' }))).toEqual({
    lines: 'Old',
    address: paths.newEntry(),
  })
  expect(describeEntryDraft('comment:pst_1:team', 'Old')).toBeUndefined()
})
