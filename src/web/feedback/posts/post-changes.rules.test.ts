import { expect, test } from 'vitest'

import type { Post, PostStatus } from '#client/resources.ts'
import { formatPostChange, type PostChanges } from './post-changes.rules.ts'

const post: Post = { id: 'pst_1', title: 'More light', status: 'open', tags: ['Lamps', 'Shop'] }
const statuses: PostStatus[] = [{ id: 'sta_1', key: 'planned', name: 'On the list' }]
const owner = { id: 'mem_1', name: 'Jamie Tran', avatar_url: null }

const cases: readonly [PostChanges, string][] = [
  [{ status: 'planned' }, 'Set “More light” to On the list'],
  [{ status: 'not_known' }, 'Set “More light” to Not known'],
  [{ owner }, 'Assigned “More light” to Jamie Tran'],
  [{ owner: null }, 'Removed the owner of “More light”'],
  [{ tags: ['Lamps', 'Shop', 'New'] }, 'Added the tag “New” to “More light”'],
  [{ tags: ['Shop'] }, 'Removed the tag “Lamps” from “More light”'],
  [{ tags: ['Other', 'Shop'] }, 'Changed “More light”'],
  [{ eta: null }, 'Removed the ETA of “More light”'],
  [{ title: 'Much more light' }, 'Renamed “More light” to “Much more light”'],
  [{ details: 'Over the bench' }, 'Edited “More light”'],
  [{ title: 'Lamps', details: '' }, 'Changed “More light”'],
]

test.each(cases)('the change %j of a post is named', (changes, label) => {
  expect(formatPostChange(post, changes, statuses)).toBe(label)
})
