import { expect, test } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import type { Webhook } from '#client/resources.ts'
import { buildWebhook } from './test-webhooks.ts'
import {
  changesOf,
  checkContent,
  contentOf,
  fieldsOf,
  lostHeaders,
  placeErrors,
  rebaseContent,
} from './webhook-form.rules.ts'

const mask = '••••••'
const rejected = (...details: readonly [field: string, message: string, code?: string][]) =>
  new ApiError({
    code: 'validation_error',
    status: 422,
    message: 'Rejected.',
    details: details.map(([field, message, code = 'invalid']) => ({ field, message, code })),
  })

test('content that nobody has edited is no change', () => {
  const webhook = buildWebhook({
    events: ['*', 'comment.internal_created'],
    headers: { Authorization: mask },
    filter: { board_ids: ['brd_1'] },
    description: 'CRM',
  })
  expect(changesOf(webhook, contentOf(webhook))).toEqual({})
})

test('a change has the fields that differ and no others', () => {
  const webhook = buildWebhook()
  const content = { ...contentOf(webhook), description: ' CRM ', ignore_api: true }
  expect(changesOf(webhook, content)).toEqual({ description: 'CRM', ignore_api: true })
})

test('everything keeps only the kinds of internal notes beside it', () => {
  const kinds = ['card.created', 'comment.internal_created']
  const content = { ...contentOf(), isEverything: true, kinds }
  expect(fieldsOf(content).events).toEqual(['*', 'comment.internal_created'])
  expect(fieldsOf({ ...content, isEverything: false }).events).toEqual(kinds)
})

test('a stored header keeps its masked value, an empty row is dropped', () => {
  const content = contentOf(buildWebhook({ headers: { Authorization: mask } }))
  const headers = [...content.headers, { key: 9, name: ' ', value: '', isStored: false }]
  expect(fieldsOf({ ...content, headers }).headers).toEqual({ Authorization: mask })
})

test('headers are lost where a stored value is removed or replaced', () => {
  const webhook: Webhook = buildWebhook({ headers: { A: mask, B: mask, C: mask } })
  const [a, b] = contentOf(webhook).headers
  if (!a || !b) throw new Error('no headers')
  const headers = [a, { ...b, value: 'new', isStored: false }]
  expect(lostHeaders(webhook, { ...contentOf(webhook), headers })).toEqual(['B', 'C'])
})

test.each([
  ['url', { url: '' }, ''],
  ['url', { url: 'hooks.example.com' }, ''],
  ['url', { url: 'ftp://example.com' }, ''],
  ['events', { isEverything: false, kinds: [] }, ''],
  ['secret', {}, 'a'.repeat(23)],
  ['secret', {}, `${'a'.repeat(24)} b`],
])('the check of %s rejects %o', (place, change, secret) => {
  const content = { ...contentOf(), url: 'https://example.com', ...change }
  expect(Object.keys(checkContent(content, undefined, secret))).toEqual([place])
})

test('the check finds a header that is there twice', () => {
  const row = { value: 'x', isStored: false }
  const headers = [
    { ...row, key: 1, name: 'X-A' },
    { ...row, key: 2, name: 'x-a' },
    { ...row, key: 3, name: '' },
  ]
  const issues = checkContent({ ...contentOf(), url: 'https://example.com', headers })
  expect(Object.keys(issues)).toEqual(['header-2', 'header-3'])
})

test('values of headers are entered again for another host', () => {
  const webhook = buildWebhook({ headers: { A: mask, B: mask } })
  const content = contentOf(webhook)
  const [a, b] = content.headers
  if (!a || !b) throw new Error('no headers')
  const issuesOf = (url: string, headers = content.headers) =>
    Object.keys(checkContent({ ...content, url, headers }, webhook))
  expect(issuesOf('https://hooks.example.com/other?x=1')).toEqual([])
  expect(issuesOf('http://hooks.example.com/in')).toEqual(['value-0', 'value-1'])
  const moved = 'https://other.example.com/in'
  expect(issuesOf(moved)).toEqual(['value-0', 'value-1'])
  expect(issuesOf(moved, [{ ...a, value: 'new', isStored: false }, b])).toEqual(['value-1'])
  expect(issuesOf(moved, [])).toEqual([])
  const required = rejected(['/headers', 'Send them again.', 'values_required'])
  expect(placeErrors(required, content)).toEqual({ 'value-0': 'Send them again.' })
})

test('errors of the server are placed by JSON pointer', () => {
  const headers = [{ key: 4, name: 'a/b~c', value: '', isStored: false }]
  const content = { ...contentOf(), headers }
  const error = rejected(
    ['/url', 'is private'],
    ['/url', 'is long'],
    ['/headers/a~1b~0c', 'is reserved'],
    ['/headers', 'too many'],
    ['/events/0', 'unknown'],
    ['/filter/list_ids/0', 'unknown list'],
  )
  expect(placeErrors(error, content)).toEqual({
    url: 'is private',
    'header-4': 'is reserved',
    headers: 'too many',
    events: 'unknown',
    filter: 'unknown list',
  })
})

test('rows of headers that were typed since a request stay, and those it saved are stored', () => {
  const row = (key: number, name: string, value: string) => ({ key, name, value, isStored: false })
  const [team, token] = [row(1000, 'X-Team', 'ops'), row(1001, 'X-Token', 'one')]
  const request = {
    ...contentOf(buildWebhook()),
    url: 'https://a.example/',
    headers: [team, token],
  }
  const newer = [{ ...token, value: 'two' }, row(1002, 'X-New', '')]
  const webhook = buildWebhook({
    url: 'https://a.example/',
    headers: { 'X-Team': mask, 'X-Token': mask, 'X-Theirs': mask },
  })
  // X-Team was removed since.
  const content = rebaseContent(request, { ...request, headers: newer }, webhook)
  expect(content.url).toBe('https://a.example/')
  expect(content.headers.map(({ name, value }) => [name, value])).toEqual([
    ['X-Theirs', mask],
    ['X-Token', 'two'],
    ['X-New', ''],
  ])
  expect(rebaseContent(request, request, webhook).headers).toMatchObject([
    { key: 1000, name: 'X-Team', isStored: true },
    { key: 1001, name: 'X-Token', isStored: true },
    { name: 'X-Theirs', isStored: true },
  ])
})
