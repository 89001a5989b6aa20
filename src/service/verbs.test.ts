import { expect, test } from 'vitest'

import { rows } from '#contract/endpoints.ts'
import type { Verbs } from './context.ts'
import { allVerbs } from './verbs.ts'

const webhooks = {
  key: new Uint8Array(32),
  allowPrivate: false,
  publicUrl: null,
  onDue: () => undefined,
}

test('every contract row has a verb and every verb a row', () => {
  const verbs = allVerbs(() => undefined, webhooks)
  expect(Object.keys(verbs).toSorted()).toEqual(rows.map(([name]) => name).toSorted())
})

test('a row without a verb does not compile', () => {
  const { 'GET /me': me, ...others } = allVerbs(() => undefined, webhooks)
  // @ts-expect-error: `GET /me` has no verb here, and the compiler says so
  const verbs: Verbs = others
  expect(verbs).not.toHaveProperty('GET /me')
  expect(me).toBeTypeOf('function')
})
