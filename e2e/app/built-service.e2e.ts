import { expect, test } from '../fixtures.ts'

// Of the build: a bundler may leave out what it takes for useless, which the source's own tests cannot see.
test(
  'the built service rejects malformed percent-encoding',
  { tag: '@once' },
  async ({ request, workspace }) => {
    const headers = { Authorization: `Bearer ${workspace.key}` }
    for (const address of ['/v1/lists?x=%zz', '/v1/boards/%zz']) {
      const answer = await request.get(address, { headers })
      expect(answer.status()).toBe(400)
      expect(await answer.json()).toMatchObject({ error: { code: 'validation_error' } })
    }
  },
)
