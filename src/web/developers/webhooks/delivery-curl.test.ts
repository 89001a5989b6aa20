import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

import { buildCurl, maskedHeaders } from './delivery-curl.rules.ts'

const url = 'https://hooks.example/in?a=1&b=2'
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
  const words = runInShell(buildCurl({ url, headers, body }))
  expect(valueAfter(words, '--data-raw')).toBe(body)
})

test('curl gets the URL and every header as one argument', () => {
  const words = runInShell(buildCurl({ url, headers: { ...headers, 'X-Empty': '' }, body: '{}' }))
  expect(valueAfter(words, '--url')).toBe(url)
  expect(words.filter((_word, at) => words[at - 1] === '--header')).toEqual([
    'Content-Type: application/json',
    'X-Service-Signature: sha256=5e1f',
    'X-Empty;',
  ])
})

test('brackets of a URL are no patterns', () => {
  expect(buildCurl({ url: 'https://a.example/[x]', headers, body: '' })).toContain('--globoff')
  expect(buildCurl({ url, headers, body: '' })).not.toContain('--globoff')
})

test('a long body is piped because an argument has a limit', () => {
  const body = JSON.stringify({ text: `it's ${'ë'.repeat(300_000)}` })
  const words = runInShell(buildCurl({ url, headers, body }))
  expect(valueAfter(words, '--data-binary')).toBe('@-')
  expect(words.at(-1)).toBe(body)
})

test('hidden values become placeholders', () => {
  const hidden = { ...headers, 'X-Token': '••••••' }
  expect(maskedHeaders(hidden)).toEqual(['X-Token'])
  const words = runInShell(buildCurl({ url, headers: hidden, body: '' }))
  expect(words).toContain('X-Token: <X-Token>')
})
