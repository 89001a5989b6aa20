import { expect, test } from 'vitest'

import {
  continueList,
  countWords,
  insertImage,
  insertLink,
  linkSelection,
  postSearchAt,
  type TextEdit,
  toggleCode,
  toggleLines,
  toggleMark,
} from './text-edits.rules.ts'

/** `[` and `]` in the text mark the selection, `|` the caret. */
function parse(text: string) {
  const caret = text.indexOf('|')
  if (caret >= 0) return { value: text.replace('|', ''), start: caret, end: caret }
  const start = text.indexOf('«')
  const value = text.replace('«', '')
  const end = value.indexOf('»')
  return { value: value.replace('»', ''), start, end }
}

function applied(text: string, edit: TextEdit | undefined): string | undefined {
  if (!edit) return undefined
  const { value } = parse(text)
  const result = value.slice(0, edit.from) + edit.insert + value.slice(edit.to)
  const [start, end] = edit.selection
  return start === end
    ? `${result.slice(0, start)}|${result.slice(start)}`
    : `${result.slice(0, start)}«${result.slice(start, end)}»${result.slice(end)}`
}

test.each([
  ['a «b» c', 'a **«b»** c'],
  ['a **«b»** c', 'a «b» c'],
  ['a «**b**» c', 'a «b» c'],
  ['a |', 'a **«bold»**'],
])('bold changes %j to %j', (before, after) => {
  expect(applied(before, toggleMark(parse(before), '**', 'bold'))).toBe(after)
})

test('italic inside bold adds its own mark', () => {
  expect(applied('**«b»**', toggleMark(parse('**«b»**'), '*', 'x'))).toBe('***«b»***')
})

test.each([
  ['bullets', 'a|', '- a|'],
  ['bullets', '«a\nb»', '«- a\n- b»'],
  ['bullets', '«- a\n- b»', '«a\nb»'],
  ['numbers', '«- a\n\n- b»', '«1. a\n\n2. b»'],
  ['heading', 'x\na|', 'x\n## a|'],
  ['heading', '## a|', 'a|'],
  ['quote', '«- a\nb»', '«> - a\n> b»'],
  ['bullets', '|', '- |'],
] as const)('%s changes %j to %j', (style, before, after) => {
  expect(applied(before, toggleLines(parse(before), style))).toBe(after)
})

test('code of several lines becomes a block with a longer fence', () => {
  expect(applied('«a\n```\nb»', toggleCode(parse('«a\n```\nb»'), 'x'))).toBe(
    '«````\na\n```\nb\n````»',
  )
  expect(applied('«a»', toggleCode(parse('«a»'), 'x'))).toBe('`«a»`')
})

test('a link selects its address', () => {
  expect(applied('«a»', insertLink(parse('«a»'), 'x'))).toBe('[a](«https://»)')
})

test.each([
  ['«words»', 'https://a.example/x (1)', undefined],
  ['«words»', 'https://a.example/x_(1)', '[words](https://a.example/x_%281%29)|'],
  ['«words»', ' mailto:a@b.example\n', '[words](mailto:a@b.example)|'],
  ['«words»', 'javascript:alert(1)', undefined],
  ['«https://b.example»', 'https://a.example', undefined],
  ['|', 'https://a.example', undefined],
  ['«a\nb»', 'https://a.example', undefined],
])('an address pasted over %j links it', (before, pasted, after) => {
  expect(applied(before, linkSelection(parse(before), pasted))).toBe(after)
})

test('an image escapes its address and its description', () => {
  expect(applied('|', insertImage(parse('|'), 'https://a.example/a (1).png', 'A [shed]'))).toBe(
    '![A \\[shed\\]](https://a.example/a%20%281%29.png)|',
  )
})

test.each([
  ['- a|', '- a\n- |'],
  ['  2. a|', '  2. a\n  3. |'],
  ['- [x] a|', '- [x] a\n- [ ] |'],
  ['- a\n- |', '- a\n|'],
  ['a|', undefined],
])('Enter after %j continues or ends the list', (before, after) => {
  expect(applied(before, continueList(parse(before)))).toBe(after)
})

test.each([
  ['see [[ref|', { from: 4, text: 'ref' }],
  ['[[|', { from: 0, text: '' }],
  ['[[a]]|', undefined],
  ['[[a\nb|', undefined],
])('the search for posts begins after two brackets in %j', (text, search) => {
  expect(postSearchAt(parse(text))).toEqual(search)
})

test('words are counted without marks and addresses', () => {
  expect(countWords('## Keep the **jar**\n\n- [we’ll send](https://a.example/b/c) 3.5 kg')).toBe(7)
  expect(countWords('')).toBe(0)
  expect(countWords('Größe 日本語 e-mail')).toBe(3)
})
