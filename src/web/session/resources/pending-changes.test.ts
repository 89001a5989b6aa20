import { expect, test } from 'vitest'

import { testSession } from '#web/session/test-session.ts'
import { cancelEdit, type Edit, endSaved, showEdit } from './pending-changes.ts'
import { findItem, inList, type Item } from './places.ts'
import { setField } from './record-field.rules.ts'
import { defineResource } from './resource.ts'

interface Post extends Item {
  readonly title: string
  readonly tags: readonly string[]
}

const resource = defineResource<Post, 'title' | 'tags'>({
  kind: 'test_post',
  places: [inList<Post>('GET /feedback/posts')],
  fields: {
    title: { label: 'title', format: (title) => title },
    tags: { label: 'tags', format: (tags) => tags.join(), ...setField<string>((name) => name) },
  },
  title: ({ title }) => title,
  label: () => 'Change',
  scope: ({ id }) => id,
  save: () => Promise.resolve({ state: 'canceled' }),
  read: () => Promise.resolve(undefined),
})

test('taking back a change takes its parts out of later ones', async () => {
  const { session } = await testSession(() => undefined)
  const post: Post = { id: 'pst_1', title: 'Light', tags: ['Old'] }
  session.queryClient.setQueryData(['GET /feedback/posts', {}], { data: [post] })
  const shown = () => findItem(session, resource, post.id)
  const show = (changes: Edit<Post, 'title' | 'tags'>['changes']) => {
    const edit: Edit<Post, 'title' | 'tags'> = { seen: shown() ?? post, changes }
    return { edit, pending: showEdit(session, resource, edit) }
  }
  const first = show({ title: 'First', tags: ['Old', 'First'] })
  const second = show({ title: 'Second', tags: ['Old', 'First', 'Second'] })
  const third = show({ tags: ['First', 'Second'] })

  cancelEdit(session, resource, first.edit)
  expect(second.pending).toMatchObject({
    changes: { title: 'Second', tags: ['Old', 'Second'] },
    previous: { title: 'Light', tags: ['Old'] },
  })
  expect(third.pending).toMatchObject({
    changes: { tags: ['Second'] },
    previous: { tags: ['Old', 'Second'] },
  })
  expect(shown()).toEqual({ ...post, title: 'Second', tags: ['Second'] })

  cancelEdit(session, resource, third.edit)
  cancelEdit(session, resource, second.edit)
  expect(shown()).toEqual(post)
})

test('the late response of a change that was taken back leaves later ones', async () => {
  const { session } = await testSession(() => undefined)
  const post: Post = { id: 'pst_1', title: 'Light', tags: [] }
  const first: Edit<Post, 'title' | 'tags'> = { seen: post, changes: { title: 'First' } }
  const second: Edit<Post, 'title' | 'tags'> = { seen: post, changes: { title: 'Second' } }
  const pending = showEdit(session, resource, first)
  cancelEdit(session, resource, first)
  const later = showEdit(session, resource, second)
  endSaved(session, resource, pending, { title: 'First' })
  expect(later).toMatchObject({ changes: { title: 'Second' }, previous: { title: 'Light' } })
})
