import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { checkSignature, parseSignatures } from './signature-check.rules.ts'
import { signatureSnippets } from './signature-snippets.rules.ts'

// The test vector of the documentation; another implementation computed it.
const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const body =
  '{"id":"evt_00000000000000000001","event":"contact.created","created_at":"2026-01-02T03:04:05.678Z","data":{"id":"con_00000000000000000001","list_id":"lst_00000000000000000001","email_address":"zoë@example.com","status":"subscribed","tags":["vip"]}}'
const hex = 'sha256=a2425a23fef4583d5017a866fba2f603d2c2a63f82fa663c6266b656dae7d873'
const standard = 'v1,VNxN8HWfDLFyFHjr1DpAMz/C5bBSfg5Zc1AFaq6xgHE='
const input = { body, secret, signature: hex, id: '', timestamp: '' }
const ids = { id: 'evt_00000000000000000001', timestamp: '1767323045' }

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text)
const signed = (text: string, key: string | Buffer = secret) =>
  `sha256=${hmac(key, text).digest('hex')}`
const reasonsOf = async (changes: Partial<typeof input>) => {
  const result = await checkSignature({ ...input, ...changes })
  return result.kind === 'mismatch' ? result.reasons : result.kind
}

test('the documented vector matches with both schemes', async () => {
  expect(await checkSignature(input)).toEqual({ kind: 'match', scheme: 'hex' })
  expect(await checkSignature({ ...input, ...ids, signature: standard })).toEqual({
    kind: 'match',
    scheme: 'standard',
  })
})

test('W2 a body changed by one byte does not match', async () => {
  for (const at of [0, 120, body.length - 1]) {
    const changed = `${body.slice(0, at)}#${body.slice(at + 1)}`
    expect(await reasonsOf({ body: changed })).toEqual([])
    expect(await reasonsOf({ ...ids, body: changed, signature: standard })).toEqual([])
  }
})

test('one of several signatures is enough while a secret is replaced', async () => {
  const other = `v1,${hmac('other', 'x').digest('base64')}`
  expect(await reasonsOf({ ...ids, signature: `${other} ${standard}` })).toBe('match')
})

const value: unknown = JSON.parse(body)
test.each([
  ['newline-missing', { signature: signed(`${body}\n`) }],
  ['newline-added', { body: `${body}\n` }],
  ['crlf', { body: '{\r\n"a":1\r\n}', signature: signed('{\n"a":1\n}') }],
  ['lf', { body: '{\n"a":1\n}', signature: signed('{\r\n"a":1\r\n}') }],
  ['bom-added', { body: `\uFEFF${body}` }],
  ['bom-missing', { signature: signed(`\uFEFF${body}`) }],
  ['compact', { body: JSON.stringify(value, null, 2) }],
  ['pretty', { signature: signed(JSON.stringify(value, null, 2)) }],
  ['spaced', { body: '{"a":1,"b":"x, y"}', signature: signed('{"a": 1, "b": "x, y"}') }],
  ['escaped', { signature: signed(body.replace('ë', '\\u00eb')) }],
  ['unescaped', { body: body.replace('ë', '\\u00eb') }],
  [
    'unescaped',
    { body: '{"a":"x\\/y","b":"\\\\u00eb"}', signature: signed('{"a":"x/y","b":"\\\\u00eb"}') },
  ],
  ['secret-spaces', { secret: `${secret} ` }],
  ['secret-decoded', { signature: signed(body, Buffer.from(secret.slice(6), 'base64')) }],
  ['secret-prefix', { secret: secret.slice(6) }],
  ['base64', { signature: `sha256=${hmac(secret, body).digest('base64')}` }],
])('a mismatch is explained by %s', async (reason, changes) => {
  expect(await reasonsOf(changes)).toEqual([reason])
})

test('a mismatch of the standard scheme is explained', async () => {
  const key = Buffer.from(secret.slice(6), 'base64')
  const content = `${ids.id}.${ids.timestamp}.${body}`
  const sign = (text: string, by: string | Buffer, encoding: 'base64' | 'hex' = 'base64') => ({
    ...ids,
    signature: `v1,${hmac(by, text).digest(encoding)}`,
  })
  expect(await reasonsOf(sign(body, key))).toEqual(['body-only'])
  expect(await reasonsOf(sign(content, secret))).toEqual(['secret-literal'])
  expect(await reasonsOf(sign(content, key, 'hex'))).toEqual(['hex'])
  const literal = { ...sign(content, secret), secret: `${secret}\n` }
  expect(await reasonsOf(literal)).toEqual(['secret-spaces', 'secret-literal'])
  const own = { ...sign(content, 'no base64: Ä'), secret: ' no base64: Ä' }
  expect(await reasonsOf(own)).toEqual(['secret-spaces'])
})

test('what cannot be checked says why', async () => {
  expect(await reasonsOf({ signature: 'sha1=abc' })).toBe('unreadable-signature')
  expect(await reasonsOf({ signature: '' })).toBe('unreadable-signature')
  expect(await reasonsOf({ signature: standard })).toBe('needs-id')
  expect(await reasonsOf({ body: '{"a":"\uD83C"}' })).toBe('lone-surrogate')
  expect(await reasonsOf({ body: '{"a":"🌿"}' })).toEqual([])
  expect(await reasonsOf({ secret: '' })).toEqual([])
})

test('a header value may hold several signatures', () => {
  expect(parseSignatures(`${standard} ${standard}`)).toHaveLength(2)
  expect(parseSignatures(hex.slice(7).toUpperCase())?.[0]?.digest).toBe(hex.slice(7))
})

const runs = (program: string) => spawnSync(program, ['--version']).status === 0

/** Runs the snippet and what follows it as one program. */
function run(program: string, extension: string, code: string) {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'snippet-')), `check.${extension}`)
  onTestFinished(() => fs.rmSync(path.dirname(file), { recursive: true }))
  fs.writeFileSync(file, code)
  const { stdout, stderr, status } = spawnSync(program, [file], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout.trim()
}
const quoted = (...values: string[]) => values.map((one) => JSON.stringify(one)).join(', ')

test('the Node snippet accepts the vector and no other body', () => {
  const calls = [
    quoted(body, hex, secret),
    quoted(`${body} `, hex, secret),
    quoted(body, '', secret),
  ]
  const code = `${signatureSnippets.node}\nconsole.log(${calls.map((one) => `isValid(${one})`).join()})`
  expect(run(process.execPath, 'mjs', code)).toBe('true false false')
})

test.skipIf(!runs('python3'))('the Python snippet accepts the vector and no other body', () => {
  const call = (text: string, signature: string) =>
    `is_valid(${JSON.stringify(text)}.encode(), ${quoted(signature, secret)})`
  const calls = [call(body, hex), call(`${body} `, hex), call(body, ''), call(body, 'sha256=é')]
  expect(run('python3', 'py', `${signatureSnippets.python}\nprint(${calls.join(', ')})`)).toBe(
    'True False False False',
  )
})
