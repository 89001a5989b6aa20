import { expect, test } from 'vitest'

import { auditKinds } from '#contract/developers/audit.rules.ts'
import {
  type AuditItem,
  buildKeyOptions,
  findTarget,
  formatAction,
  mergeKeyNames,
  parseAuditFilter,
} from './audit.rules.ts'

const build = (
  kind: string,
  type: string,
  resource: Partial<AuditItem['resource']> = {},
): Pick<AuditItem, 'kind' | 'resource'> => ({
  kind: kind as AuditItem['kind'], // a newer server may have others
  resource: { type, id: 'x_1', parent_id: null, count: null, ...resource },
})

test('a filter is read from the URL without unknown values', () => {
  const url = new URLSearchParams('key_id=key_1,<b>&kind=sent,eaten,created&since=7d')
  expect(parseAuditFilter(url)).toEqual({
    key_id: ['key_1'],
    kind: ['created', 'sent'],
    since: '7d',
  })
  expect(parseAuditFilter(new URLSearchParams('since=toString')).since).toBeUndefined()
})

test('an action is named with what it was done to', () => {
  expect(formatAction(build('created', 'card'))).toBe('Created card')
  expect(formatAction(build('exported', 'list'))).toBe('Exported contacts of email list')
  expect(formatAction(build('deleted', 'contact', { id: null, count: 1200 }))).toBe(
    'Deleted 1,200 contacts',
  )
  expect(formatAction(build('moved', 'card', { id: null, count: 1 }))).toBe('Moved 1 card')
  expect(formatAction(build('skipped', 'webhook', { count: 5 }))).toBe(
    'Skipped deliveries of webhook (5)',
  )
  expect(formatAction(build('redelivered', 'delivery'))).toBe('Sent delivery again')
  expect(formatAction(build('tested', 'webhook'))).toBe('Sent sample to webhook')
  expect(formatAction(build('updated', 'campaign'))).toBe('Updated campaign')
  expect(formatAction(build('updated', 'campaign', { count: 1000 }))).toBe(
    'Recorded delivery events of campaign (1,000)',
  )
  expect(formatAction(build('imported', 'contact_import'))).toBe('Imported contacts')
  expect(formatAction(build('folded', 'toString'))).toBe('folded toString')
})

test('every kind has a name', () => {
  const names = auditKinds.map((kind) => formatAction(build(kind, 'post')))
  expect(new Set(names).size).toBe(auditKinds.length)
})

test('an entry links to the page of its resource, or of what contains it', () => {
  const toOf = (...input: Parameters<typeof build>) => findTarget(build(...input))?.to
  expect(toOf('created', 'card')).toBe('/cards/x_1')
  expect(toOf('updated', 'contact', { parent_id: 'lst_1' })).toBe('/email/lists/lst_1/contacts/x_1')
  expect(toOf('created', 'comment', { parent_id: 'pst_1' })).toBe('/feedback/posts/pst_1')
  expect(toOf('deleted', 'board')).toBeUndefined()
  expect(toOf('deleted', 'contact', { parent_id: 'lst_1' })).toBe('/email/lists/lst_1')
  expect(toOf('created', 'api_key')).toBe('/developers/keys')
  expect(toOf('revoked', 'api_key')).toBeUndefined()
  expect(toOf('merged', 'portal_user', { parent_id: 'usr_2' })).toBe('/feedback/users/usr_2')
  expect(toOf('merged', 'post')).toBe('/feedback/posts/x_1')
  expect(toOf('created', 'toString')).toBeUndefined()
})

test('only what is an id is shortened', () => {
  const labelOf = (type: string, id: string) => findTarget(build('created', type, { id }))?.label
  expect(labelOf('card', 'crd_000000001234')).toBe('crd_…1234')
  expect(labelOf('tag', 'loyal customers')).toBe('loyal customers')
})

test('a batch names what contains its resources', () => {
  const batch = { id: null, parent_id: 'brd_1', count: 3 }
  expect(findTarget(build('moved', 'card', batch))).toEqual({
    id: 'brd_1',
    label: 'in brd_1',
    to: '/boards/brd_1',
  })
  expect(findTarget(build('updated', 'contact', { id: null }))).toBeUndefined()
})

test('keys are offered once and by name, with those of the URL', () => {
  const keys = [{ id: 'key_1', name: 'Owner' }]
  const rows = [
    { key: { id: 'key_2', name: 'Former' } },
    { key: { id: 'key_1', name: 'Old' } },
    { key: { id: 'key_2', name: 'Older' } },
  ]
  const known = mergeKeyNames(new Map(), keys, rows)
  const unknown = 'key_000000001234'
  const labels = (isLoaded: boolean) =>
    buildKeyOptions(known, ['key_2', unknown], isLoaded).map(({ value, label }) => [value, label])
  expect(labels(true)).toEqual([
    ['key_command_line', 'Command line'],
    ['key_2', 'Former'],
    [unknown, 'Other key (key_…1234)'],
    ['key_1', 'Owner'],
  ])
  expect(labels(false)).toContainEqual([unknown, 'key_…1234'])
  expect(mergeKeyNames(known, keys, rows)).toBe(known)
  expect(mergeKeyNames(known, [], [])).toBe(known)
  const shared = new Map([...known, ['key_000000005678', 'Owner'] as const])
  expect(buildKeyOptions(shared, [], true).map(({ label }) => label)).toEqual([
    'Command line',
    'Former',
    'Owner (key_…5678)',
    'Owner (key_1)',
  ])
})
