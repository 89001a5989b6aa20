import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { canFormat } from '#contract/markdown.rules.ts'
import { MarkdownView } from './markdown-view.tsx'
import { longWordClass, shiftHeading, toImageUrl, toSafeUrl } from './markdown.rules.ts'

const render = (source: string) => renderToStaticMarkup(createElement(MarkdownView, { source }))
const tagsOf = (html: string) => new Set(html.match(/(?<=<)[a-z]\w*/g))
const hrefsOf = (html: string) =>
  [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url)

test.each([
  ['https://a.example/x?y=1', 'https://a.example/x?y=1'],
  ['HTTP://a.example', 'http://a.example/'],
  ['mailto:ana@a.example', 'mailto:ana@a.example'],
  ['javascript:alert(1)', undefined],
  ['JaVaScRiPt:alert(1)', undefined],
  ['java\nscript:alert(1)', undefined],
  ['\u0001javascript:alert(1)', undefined],
  ['data:text/html,<script>', undefined],
  ['vbscript:x', undefined],
  ['file:///etc/passwd', undefined],
  ['blob:https://a.example/1', undefined],
  ['/settings', undefined],
  ['//evil.example', undefined],
  ['#content', undefined],
  ['', undefined],
])('T79 the address %j becomes %j', (address, url) => {
  expect(toSafeUrl(address)).toBe(url)
})

test('T79 images load over https only', () => {
  expect(toImageUrl('https://a.example/a.png')).toBe('https://a.example/a.png')
  expect(toImageUrl('http://a.example/a.png')).toBeUndefined()
  expect(toImageUrl('data:image/svg+xml,<svg onload=x>')).toBeUndefined()
})

test('headings begin at the given level and end at six', () => {
  expect([1, 2, 4, 6].map((depth) => shiftHeading(depth, 3))).toEqual([3, 4, 6, 6])
  expect([1, 2, 3].map((depth) => shiftHeading(depth, 1))).toEqual([2, 2, 3])
})

test('Markdown is rendered as headings, lists, tasks, tables and code', () => {
  const html = render(
    '# One\n\n- [x] a\n- [ ] b\n\n3. c\n\n|a|b|\n|-|-:|\n|1|2|\n\n```js\n1 < 2\n```\n\n*e* **s** ~~d~~ `c`',
  )
  expect(html).toContain('<h3')
  expect(html).toMatch(/aria-label="Done".*aria-label="Not done"/)
  expect(html).toContain('<ol dir="auto" start="3"')
  expect(html).toMatch(/<td dir="auto" class="[^"]*text-end">2<\/td>/)
  expect(html).toContain('1 &lt; 2')
  for (const tag of ['em', 'strong', 'del', 'code', 'pre', 'table', 'th'])
    expect(tagsOf(html)).toContain(tag)
})

test('links open apart, and reference links find their address', () => {
  const html = render('[a][x] https://b.example\n\n[x]: https://a.example')
  expect(hrefsOf(html)).toEqual(['https://a.example/', 'https://b.example/'])
  expect(html.match(/target="_blank" rel="noopener noreferrer nofollow"/g)).toHaveLength(2)
})

test('reference links find definitions in quotes and lists, the first of a name', () => {
  const html = render(
    '[a][x] [b][y] [c][z]\n\n> [x]: https://a.example\n\n- 1\n  - [y]: https://b.example\n\n[z]: https://c.example\n[Z]: https://d.example',
  )
  expect(hrefsOf(html)).toEqual(['https://a.example/', 'https://b.example/', 'https://c.example/'])
})

test('footnotes stay text', () => {
  expect(render('a[^1]\n\n[^1]: b')).not.toMatch(/<(sup|section)|href/)
})

test('T79 raw HTML is shown as text and comments are dropped', () => {
  const html = render('a <img src=x onerror=alert(1)>\n\n<script>alert(1)</script>\n\n<!-- b -->')
  expect([...tagsOf(html)]).toEqual(['div', 'p'])
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).not.toContain('<!--')
})

const allowed =
  /^(div|p|h[2-6]|em|strong|del|code|pre|blockquote|ol|ul|li|hr|br|a|img|table|thead|tbody|tr|th|td|svg|path|rect)$/

test('T79 no text makes an element, an address or a handler outside the allow-list', () => {
  const piece = fc.constantFrom(
    ...['[a](', ')', '![b](', 'javascript:alert(1)', 'data:text/html,x', 'https://a.example'],
    ...['<script>', '</p>', '<img src=x onerror=1>', '<a href="', '">', '<', '>', '\n', '\n\n'],
    ...['- ', '> ', '| ', '|-|\n', '`', '```\n', '# ', '*', '**', '~~', '&lt;', '&#106;', '[x]: '],
    ...[
      '[ ] ',
      '<javascript:x>',
      '<https://a.example>',
      'www.a.example',
      '\\',
      '\t',
      'word',
      '1. ',
    ],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const html = render(pieces.join(''))
      for (const tag of tagsOf(html)) expect(tag).toMatch(allowed)
      for (const url of hrefsOf(html)) expect(url).toMatch(/^(https?:\/\/|mailto:)/)
      expect(html.replace(/>[^<]*</g, '><')).not.toMatch(/\son\w+=/)
    }),
    { numRuns: 300 },
  )
})

test('a text with a word of a thousand characters is not kerned', () => {
  expect(longWordClass('word '.repeat(10_000))).toBe('')
  expect(longWordClass(`a ${'x'.repeat(50_000)}`)).toContain('[font-kerning:none]')
  expect(render('x'.repeat(2000))).toContain('[font-kerning:none]')
})

const repeat = (text: string, length: number) => text.repeat(length / text.length)

test.each([
  ['100 kB', repeat('word ', 100_000)],
  ['nested quotes', repeat('> ', 500)],
  ['nested lists', repeat('- ', 500)],
  ['nested numbers', repeat('1. ', 900)],
  ['open brackets', repeat('[', 5000)],
  ['open emphasis', repeat('_a*b ', 20_000)],
  ['many lines', repeat('a\n-\n', 20_000)],
  ['many nested lists', repeat(`${'- '.repeat(12)}a\n`, 20_000)],
  ['many lists and quotes', repeat(`${'> - '.repeat(6)}a\n`, 20_000)],
  ['signs after an address', `www.a/${repeat('!', 10_000)}a`],
  ['dots after an address', `http://a/${repeat('.', 10_000)}a`],
  ['many paragraphs of emphasis', repeat(`${'_a*b'.repeat(400)}\n\n`, 30_000)],
  ['lists behind tabs', repeat(`${'\t'.repeat(6)}- a\n`, 10_000)],
  ['many indented lists', repeat(`- a\n${' '.repeat(20)}- b\n`, 10_000)],
  ['lone carriage returns', repeat('\r|-|', 39_000)],
  ['backslashes', repeat('\\', 39_000)],
  ['entities', repeat('&#1;', 39_000)],
  ['beginnings of comments', repeat('===\nwww.<!--', 11_988)],
  // What only looks like the code that such signs may be in.
  ['signs after a closed fence', `\`\`\`\n\`\`\`\n${repeat('&#1;', 20_000)}`],
  ['signs after a fence in a comment', `<!--\n\n\`\`\`\n-->\n\n${repeat('&#1;', 20_000)}`],
  ['signs after a fence in HTML', `<div>\n\`\`\`\n\n${repeat('&#1;', 20_000)}`],
  ['signs after a fence in a list', `- a\n  \`\`\`\n${repeat('&#1;', 20_000)}`],
  ['signs after a fence that is code', `\`\`\` a\`b\n${repeat('&#1;', 20_000)}`],
])('hostile text of %s is shown as written', (_, source) => {
  expect(canFormat(source)).toBe(false)
  const html = render(source)
  expect(html).toContain('too long or too complex')
  expect([...tagsOf(html)]).toEqual(['div', 'p'])
})

test('text just within the limits is formatted', () => {
  for (const source of [
    repeat('> ', 24),
    repeat('[', 1000),
    repeat('_a*b', 2000),
    repeat('* a\n', 7000),
    repeat('- a\n  - b\n    - c\n', 5000),
    // A row of dots without an address, and an address with the signs that it may have.
    `${'.'.repeat(300)}\n\nhttps://a.example/b?c=(d)&e=f;g!…`,
    repeat('a [b](https://c.example) `d`\n\n', 20_000),
    `\`\`\`\n${repeat(`${' '.repeat(24)}code\n`, 30_000)}\`\`\``,
    `\`\`\`\n${repeat('C:\\a\\b\\c\\d.txt\n', 7000)}\`\`\``,
    `a\n\n~~~sh\n${repeat('a && b && c\n', 7200)}~~~\n\nb`,
    `<details>\n\n   \`\`\`\`\n\`\`\`\n${repeat('<!-- a -->\n', 7700)}`,
    // Rules and underlines are no lists.
    `Title\n${repeat('-', 40)}\n\n${repeat('- ', 24)}a\n\n>${repeat('-', 40)}`,
    `${repeat('word ', 300)}\n\n`.repeat(100),
    `${repeat('word ', 100)}\r\n\r\n`.repeat(300),
    repeat('a <!-- b -->\n\n', 12_000),
  ]) {
    expect(canFormat(source)).toBe(true)
    expect(render(source)).not.toContain('too complex')
  }
})
