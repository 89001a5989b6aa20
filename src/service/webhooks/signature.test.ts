import { verify } from '@octokit/webhooks-methods'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'

import { createSecret, signDelivery } from './signature.ts'

const now = () => Math.floor(Date.now() / 1000)
const event = { id: 'evt_1', body: '{"title":"Zoë — 🎉 \u2028"}' }

/** As a receiver does it whose library gets the secret as it is shown. */
function verifyStandard(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    createVerifier(secret).verify(body, headers, { jsonParse: false })
    return true
  } catch {
    return false
  }
}

/** As the documentation says: raw where the library does not take the secret. */
function createVerifier(secret: string): Webhook {
  try {
    return new Webhook(secret)
  } catch {
    return new Webhook(secret, { format: 'raw' })
  }
}

const verifyHex = (secret: string, body: string, header: string | undefined) =>
  verify(secret, body, header ?? '-')

test('T89 the documented test vector is signed byte for byte', () => {
  const headers = signDelivery({
    secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    id: 'evt_00000000000000000001',
    timestamp: 1767323045,
    body: '{"id":"evt_00000000000000000001","event":"contact.created","created_at":"2026-01-02T03:04:05.678Z","data":{"id":"con_00000000000000000001","list_id":"lst_00000000000000000001","email_address":"zoë@example.com","status":"subscribed","tags":["vip"]}}',
  })
  expect(headers).toEqual({
    'X-Service-Signature':
      'sha256=a2425a23fef4583d5017a866fba2f603d2c2a63f82fa663c6266b656dae7d873',
    'webhook-id': 'evt_00000000000000000001',
    'webhook-timestamp': '1767323045',
    'webhook-signature': 'v1,VNxN8HWfDLFyFHjr1DpAMz/C5bBSfg5Zc1AFaq6xgHE=',
  })
})

test('T88 independent libraries verify both signatures of a non-ASCII body', async () => {
  const secret = createSecret()
  const headers = signDelivery({ secret, timestamp: now(), ...event })
  expect(verifyStandard(secret, event.body, headers)).toBe(true)
  expect(await verifyHex(secret, event.body, headers['X-Service-Signature'])).toBe(true)
})

test.each([
  ['another body', { body: event.body.replace('Z', 'z') }, false],
  ['another secret', { secret: createSecret() }, false],
  // Only Standard Webhooks sign these two.
  ['another id', { id: 'evt_2' }, true],
  ['another time', { timestamp: now() - 60 }, true],
])('a signature of %s fails', async (_title, change, isBodySigned) => {
  const secret = createSecret()
  const headers = signDelivery({ secret, timestamp: now(), ...event })
  const { 'X-Service-Signature': hex, 'webhook-signature': standard } = signDelivery({
    secret,
    timestamp: now(),
    ...event,
    ...change,
  })
  const forged = { ...headers, 'webhook-signature': standard! }
  expect(verifyStandard(secret, event.body, headers)).toBe(true)
  expect(verifyStandard(secret, event.body, forged)).toBe(false)
  expect(await verifyHex(secret, event.body, hex)).toBe(isBodySigned)
})

test('a rotated secret signs beside the new one until the overlap ends', async () => {
  const [secret, previousSecret] = [createSecret(), createSecret()]
  const headers = signDelivery({ secret, previousSecret, timestamp: now(), ...event })
  for (const key of [secret, previousSecret])
    expect(verifyStandard(key, event.body, headers)).toBe(true)
  expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
  const previous = headers['X-Service-Signature-Previous']
  expect(await verifyHex(previousSecret, event.body, previous)).toBe(true)
  expect(await verifyHex(secret, event.body, headers['X-Service-Signature'])).toBe(true)

  const later = signDelivery({ secret, timestamp: now(), ...event })
  expect(later).not.toHaveProperty('X-Service-Signature-Previous')
  expect(verifyStandard(previousSecret, event.body, later)).toBe(false)
})

test.each([
  ['hexadecimal', '0123456789abcdef0123456789abcdef'],
  ['a UUID', '6f1f3a52-9d0c-4ef0-9a44-0c5b8f1d7f9e'],
  ['a password', 'correct-horse!battery_staple'],
  ['letters, not a multiple of four', 'abcdefghijklmnopqrstuvwxy'],
  ['unpadded base64 with the prefix', 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'],
  ['not base64 with the prefix', 'whsec_not-base64-at-all!'],
  ['only the prefix and padding', 'whsec_=================='],
])('libraries verify with a secret of the client: %s', async (_title, secret) => {
  const headers = signDelivery({ secret, timestamp: now(), ...event })
  expect(verifyStandard(secret, event.body, headers)).toBe(true)
  expect(await verifyHex(secret, event.body, headers['X-Service-Signature'])).toBe(true)
})

test('libraries verify with every secret that a client may choose', () => {
  const character = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
  const secretOf = (unit: fc.Arbitrary<string>) =>
    fc.string({ unit, minLength: 24, maxLength: 256 })
  const base64 = fc.constantFrom(...'ABCXYZabcxyz0189+/')
  const part = fc.oneof(secretOf(character), secretOf(base64))
  const padding = fc.constantFrom('', '=', '==', '===', '!', '_=')
  const secrets = fc
    .tuple(fc.constantFrom('', 'whsec_'), part, padding)
    .map((parts) => parts.join('').slice(0, 256))
  // `unit: 'binary'` takes more than a second to build a table of all code points.
  const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
  fc.assert(
    fc.property(secrets, fc.string({ unit: codePoint }), (secret, text) => {
      const body = JSON.stringify({ text })
      const headers = signDelivery({ secret, id: 'evt_1', timestamp: now(), body })
      return verifyStandard(secret, body, headers)
    }),
  )
})

test('a new secret has the prefix and 32 random bytes', () => {
  expect(createSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(createSecret()).not.toBe(createSecret())
})
