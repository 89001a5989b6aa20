import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import type { Card } from '#client/resources.ts'
import { openPage, type Responses, section } from '#web/test-page.tsx'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const card = (id: string, name: string, days: number) =>
  ({ id, name, board_id: 'brd_1', due_at: inDays(days), completed: false }) as Card

const none = { data: [], paging: { next: null } }
const board = { id: 'brd_1', name: 'Launch', lists: [], labels: [] }
const responses: Responses = {
  'GET /boards': { data: [board], paging: { next: null } },
  'GET /campaigns': none,
  'GET /feedback/changelog/entries': none,
  'GET /feedback/posts': none,
}

test('what is due waits for the capabilities of the server', async () => {
  let answer: (response: Response) => void = () => undefined
  const me = new Promise<Response>((resolve) => (answer = resolve))
  await openPage('/', {
    ...responses,
    'GET /me': () => me,
    'GET /cards': none,
    'GET /cards/summary': {
      overdue: 0,
      due_today: 0,
      due_tomorrow: 0,
      oldest_overdue_at: null,
      boards: [],
    },
  })
  const panel = section('Due now')
  await expect.element(panel.getByLabelText('Loading “Due now”')).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  answer(
    Response.json({
      key: { scope: 'write' },
      workspace: { id: 'wsp_1', name: 'Test' },
      capabilities: ['cards.list', 'filters'],
    }),
  )
  await expect.element(panel).toHaveTextContent('Nothing due by tomorrow.')
})

test('counts of the first cards of a board say that there may be more', async () => {
  await openPage('/', {
    ...responses,
    'GET /boards/:board_id/cards': {
      data: [card('crd_1', 'Book the room', -3), card('crd_2', 'Draw the poster', 1)],
      paging: { next: 'more' },
    },
  })
  const tiles = page.getByRole('list', { name: 'At a glance' }).getByRole('listitem')
  await expect.element(tiles.filter({ hasText: 'Overdue' })).toHaveTextContent(/^Overdue1\+\s*$/)
  await expect
    .element(tiles.filter({ hasText: 'Due today' }))
    .toHaveTextContent('Due today0+1+ tomorrow')
  await expect.element(section('Due now')).toHaveTextContent('Book the room')
})
