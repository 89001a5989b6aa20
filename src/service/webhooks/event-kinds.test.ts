import { expect, test } from 'vitest'

import { eventKinds } from '#contract/event-kinds.ts'
import { isInternal } from '#contract/events.ts'
import { describeEventKinds } from './event-kinds.rules.ts'

const descriptions = describeEventKinds()

test('event kinds are described in their order', () => {
  expect(descriptions.map(({ kind }) => kind)).toEqual(eventKinds)
})

test('the kinds of a group are neighbors', () => {
  const groups = descriptions
    .map(({ group }) => group)
    .filter((group, index, all) => group !== all[index - 1])
  expect(groups).toEqual([
    'Boards',
    'Board lists',
    'Labels',
    'Cards',
    'Lists',
    'Segments',
    'Campaigns',
    'Automations',
    'Contacts',
    'Posts',
    'Votes',
    'Comments',
    'Internal notes',
    'People',
    'Changelog',
    'Changelog subscribers',
    'Workspace',
    'Webhooks',
  ])
})

test('T64 exactly the kinds of internal notes are in their own group', () => {
  const internal = descriptions.filter(({ group }) => group === 'Internal notes')
  expect(internal.map(({ kind }) => kind)).toEqual(eventKinds.filter(isInternal))
  expect(internal).toHaveLength(3)
})

test('each kind has a summary of its own in one short line', () => {
  const summaries = descriptions.map(({ summary }) => summary)
  expect(new Set(summaries).size).toBe(eventKinds.length)
  for (const summary of summaries) expect(summary).toMatch(/^(A|An|The|Email) .{8,72}\.$/)
})
