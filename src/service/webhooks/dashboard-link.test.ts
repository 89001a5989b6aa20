import { expect, test } from 'vitest'

import { paths } from '#web/paths.ts'
import { linkTo } from './dashboard-link.rules.ts'

const url = 'https://admin.example.com'
const link = (event: string, data: Record<string, unknown>) => linkTo(url, { event, data })

test('links lead to the pages of the dashboard', () => {
  expect(link('board.created', { id: 'a/b' })).toBe(url + paths.board('a/b'))
  expect(link('card.moved', { board_id: 'b', id: 'c' })).toBe(url + paths.card('b', 'c'))
  expect(link('list.updated', { id: 'l' })).toBe(url + paths.list('l'))
  expect(link('contact.created', { list_id: 'l', id: 'c' })).toBe(url + paths.contact('l', 'c'))
  expect(link('campaign.sent', { id: 'c' })).toBe(url + paths.campaign('c'))
  expect(link('automation.enrolled', { id: 'e', automation_id: 'a' })).toBe(
    url + paths.automation('a'),
  )
  expect(link('post.created', { id: 'p' })).toBe(url + paths.post('p'))
  expect(link('vote.created', { id: 'v', post_id: 'p' })).toBe(url + paths.post('p'))
  expect(link('comment.created', { id: 'c', post_id: 'p' })).toBe(url + paths.post('p'))
  expect(link('portal_user.updated', { id: 'u' })).toBe(url + paths.person('u'))
  expect(link('changelog.published', { id: 'e' })).toBe(url + paths.entry('e'))
})

test('what is deleted, a test, and a service without an address have no link', () => {
  expect(link('card.deleted', { id: 'c', board_id: 'b' })).toBeNull()
  expect(link('webhook.test', { webhook_id: 'w' })).toBeNull()
  expect(link('settings.changed', { id: 'm' })).toBeNull()
  expect(linkTo(null, { event: 'post.created', data: { id: 'p' } })).toBeNull()
})
