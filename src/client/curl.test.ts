import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

import { maskedHeaders } from '#contract/developers/webhook-headers.rules.ts'
import { buildCurl, curlOf } from './curl.ts'
import { withoutSecrets } from './shown-request.ts'

const url = 'https://hooks.example/in?a=1&b=2'
const method = 'POST'
const headers = { 'Content-Type': 'application/json', 'X-Service-Signature': 'sha256=5e1f' }

/** The arguments and the input that a shell gives to curl. */
function runInShell(command: string) {
  const shell = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; case "$*" in *@-*) cat;; esac; }\n${command}`
  const { stdout, status, stderr } = spawnSync('sh', { input: shell, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout.split('\0')
}

const valueAfter = (words: readonly string[], option: string) => words[words.indexOf(option) + 1]

test.each([
  ['quotes', `{"a":"it's \\"here\\""}`],
  ['newlines', '{\n"a":\r\n1\n\n}\n'],
  ['letters outside of ASCII', '{"name":"Zoë 🌿 木"}'],
  ['dollars, backticks and backslashes', '{"a":"$HOME $(id) `id` \\\\n !!"}'],
  ['a leading @', '@/etc/passwd'],
  ['a leading hyphen', '--output x'],
  ['nothing', ''],
])('curl sends a body with %s as it is', (_name, body) => {
  const words = runInShell(buildCurl({ method, url, headers, body }))
  expect(valueAfter(words, '--data-raw')).toBe(body)
})

test('curl gets the URL and every header as one argument', () => {
  const words = runInShell(
    buildCurl({ method, url, headers: { ...headers, 'X-Empty': '' }, body: '{}' }),
  )
  expect(valueAfter(words, '--url')).toBe(url)
  expect(words.filter((_word, at) => words[at - 1] === '--header')).toEqual([
    'Content-Type: application/json',
    'X-Service-Signature: sha256=5e1f',
    'X-Empty;',
  ])
})

test('brackets of a URL are no patterns', () => {
  expect(buildCurl({ method, url: 'https://a.example/[x]', headers, body: '' })).toContain(
    '--globoff',
  )
  expect(buildCurl({ method, url, headers, body: '' })).not.toContain('--globoff')
})

test('a long body is piped because an argument has a limit', () => {
  const body = JSON.stringify({ text: `it's ${'ë'.repeat(300_000)}` })
  const words = runInShell(buildCurl({ method, url, headers, body }))
  expect(valueAfter(words, '--data-binary')).toBe('@-')
  expect(words.at(-1)).toBe(body)
})

test('hidden values become placeholders', () => {
  const hidden = { ...headers, 'X-Token': '••••••' }
  expect(maskedHeaders(hidden)).toEqual(['X-Token'])
  const words = runInShell(buildCurl({ method, url, headers: hidden, body: '' }))
  expect(words).toContain('X-Token: <X-Token>')
})

const base_url = 'https://api.example/v1'

test('a request of the dashboard has a placeholder for the API key', () => {
  const input = { card_id: 'card_1', name: "Zoë's" }
  const words = runInShell(curlOf(base_url, { name: 'PATCH /cards/:card_id', input }))
  expect(words.slice(0, 2)).toEqual(['--request', 'PATCH'])
  expect(valueAfter(words, '--url')).toBe('https://api.example/v1/cards/card_1')
  expect(words).toContain('Authorization: Bearer <API_KEY>')
  expect(valueAfter(words, '--data-raw')).toBe(`{"name":"Zoë's"}`)
})

test('fields of a deletion are in its address, and it sends no body', () => {
  const name = 'DELETE /lists/:list_id/contacts/:id_or_email'
  const input = { list_id: 'l', id_or_email: 'a+b@x.io', permanent: true }
  const words = runInShell(curlOf(base_url, { name, input }))
  expect(valueAfter(words, '--url')).toBe(
    `${base_url}/lists/l/contacts/a%2Bb%40x.io?permanent=true`,
  )
  expect(words).not.toContain('--data-raw')
  expect(words).not.toContain('Content-Type: application/json')
})

test('secrets of webhooks are not kept for a command', () => {
  const name = 'PATCH /webhooks/:webhook_id'
  const sent = { url, secret: 'whsec_c2VjcmV0', headers: { 'X-Token': 'hidden', 'X-Old': null } }
  const { input } = withoutSecrets(name, sent)
  expect(input).toEqual({
    url,
    secret: '<SECRET>',
    headers: { 'X-Token': '<X-Token>', 'X-Old': null },
  })
  expect(withoutSecrets('PATCH /cards/:card_id', { secret: 'a' }).input).toEqual({ secret: 'a' })
})
