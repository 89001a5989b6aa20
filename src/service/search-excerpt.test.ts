import { expect, test } from 'vitest'

import { excerptOf } from './search.rules.ts'

test('the excerpt of long Markdown shows no target of a link', () => {
  const target = (length: number) => `https://example.com/${'x'.repeat(length)}`
  // The thousand characters before the word begin ten before the end of the first target.
  const rest = `Read [one](${target(500)}) or [two](${target(951)}) about walnut.`
  expect(excerptOf({ title: '', rest, isMarkdown: true }, 'walnut')).toBe('…or two about walnut.')
})
