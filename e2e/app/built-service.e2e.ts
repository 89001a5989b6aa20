import { expect, test } from '../fixtures.ts'

// The bundler may drop code that it considers unused, which tests of the source cannot detect.
test('the built service rejects malformed percent-encoding', async ({ request, workspace }) => {
  const headers = { Authorization: `Bearer ${workspace.key}` }
  for (const address of ['/v1/lists?x=%zz', '/v1/boards/%zz']) {
    const response = await request.get(address, { headers })
    expect(response.status()).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'validation_error' } })
  }
})
