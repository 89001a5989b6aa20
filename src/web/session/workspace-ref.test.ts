import { expect, test } from 'vitest'

import { sharedLink, workspaceRef } from './workspace-ref.ts'

const base_url = 'https://api.example.com/v1'

test.each([
  ['Fern & Field', 'fern-field'],
  ['Çafé  Nº 1', 'cafe-n-1'],
  ['A very long name of a workspace that goes on', 'a-very-long-name-of-a-workspace'],
])('the workspace %s is called %s in a link', (name, short) => {
  expect(workspaceRef({ base_url, name })).toBe(short)
})

test.each([undefined, '日本語'])(
  'a service that names it %s lends six characters of its address',
  (name) => {
    expect(workspaceRef({ base_url, name })).toMatch(/^[0-9a-f]{6}$/)
    expect(workspaceRef({ base_url, name })).not.toBe(
      workspaceRef({ base_url: 'https://other.example.com/v1', name }),
    )
  },
)

test('a workspace link keeps its filters and names its workspace', () => {
  expect(sharedLink('https://a.example/boards/b?q=x', { base_url, name: 'Fern' })).toBe(
    'https://a.example/boards/b?q=x&ws=fern',
  )
})
