import { expect, test } from 'vitest'

import type { PostStatus } from '#client/resources.ts'
import { isWorkDone, statusAfterWork } from './next-status.rules.ts'

const status = (key: string, category: NonNullable<PostStatus['category']>) => ({
  id: `sts_${key}`,
  name: key,
  key,
  category,
})
const statuses = [
  status('open', 'open'),
  status('planned', 'active'),
  status('complete', 'done'),
  status('closed', 'closed'),
]
const card = (completed: boolean, state: 'open' | 'archived' = 'open') => ({
  completed,
  status: state,
})

test('work is done when a card is completed and none is left open', () => {
  expect(isWorkDone([])).toBe(false)
  expect(isWorkDone([card(false, 'archived')])).toBe(false)
  expect(isWorkDone([card(true), card(false)])).toBe(false)
  expect(isWorkDone([card(true), card(false, 'archived')])).toBe(true)
})

test('only a post that is not finished is offered the first done status', () => {
  expect(statusAfterWork(statuses, 'open')?.key).toBe('complete')
  expect(statusAfterWork(statuses, 'planned')?.key).toBe('complete')
  expect(statusAfterWork(statuses, 'complete')).toBeUndefined()
  expect(statusAfterWork(statuses, 'closed')).toBeUndefined()
  expect(statusAfterWork(statuses, 'unknown')).toBeUndefined()
})
