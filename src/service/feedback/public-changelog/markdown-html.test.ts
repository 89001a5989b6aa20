import { expect, test } from 'vitest'

import { renderMarkdown } from './markdown-html.ts'
import { cutText, splitSections } from './markdown-sections.rules.ts'
import { attributesOf, withoutElements, xssPayloads } from './test-xss-payloads.ts'

const render = async (source: string, maxBytes?: number) => {
  const { html, isWhole } = await renderMarkdown(source, 3, maxBytes)
  return { html: html.trim().replaceAll(/ dir="(auto|ltr)"/g, ''), isWhole }
}
const htmlOf = async (source: string) => (await render(source)).html

test('there are a hundred different payloads', () => {
  expect(new Set(xssPayloads).size).toBe(100)
})

test.each(xssPayloads)('T79 %j becomes harmless HTML', async (payload) => {
  for (const source of [payload, `a ${payload} b`, `- ${payload}`, `> ${payload}\n\n${payload}`]) {
    const html = await htmlOf(source)
    expect(withoutElements(html)).not.toMatch(/[<>]/)
    for (const [name, value] of attributesOf(html)) {
      expect(name).toMatch(
        /^(href|src|alt|title|class|dir|role|aria-label|tabindex|loading|decoding|align|start)$/,
      )
      if (name === 'href') expect(value).toMatch(/^(https?:|mailto:)/)
      if (name === 'src') expect(value).toMatch(/^https:/)
    }
  }
})

test('headings begin below the title of the entry', async () => {
  expect(await htmlOf('# A\n\n### B\n\n###### C')).toBe('<h3>A</h3>\n<h5>B</h5>\n<h6>C</h6>')
  expect(await htmlOf('### Added\n\n```\n# code\n```\n\n#### Part')).toMatch(
    /^<h3>Added<\/h3>[^]*# code[^]*<h4>Part<\/h4>$/,
  )
  expect(await htmlOf('#### A\n\nB\n===')).toBe('<h6>A</h6>\n<h3>B</h3>')
})

test('each block has the direction of its text, and code none', async () => {
  const { html } = await renderMarkdown('سلام\n\nHello `a`\n\n> سلام\n>\n> - a\n\n```\nb\n```', 3)
  expect(html.trim()).toBe(
    [
      '<p dir="auto">سلام</p>',
      '<p dir="auto">Hello <code dir="ltr">a</code></p>',
      '<blockquote dir="auto">\n<p>سلام</p>\n<ul>\n<li>a</li>\n</ul>\n</blockquote>',
      '<pre tabindex="0" dir="ltr"><code dir="ltr">b\n</code></pre>',
    ].join('\n'),
  )
  const { html: table } = await renderMarkdown('3. a\n\n|سلام|\n|:-:|\n|b|', 3)
  expect(table).toMatch(
    /^<ol dir="auto" start="3">[^]*<th dir="auto" align="center">[^]*<td dir="auto"/,
  )
})

test('lists, tasks, tables and code are formatted', async () => {
  expect(await htmlOf('- [ ] a\n- [x] b')).toContain(
    '<li><span role="img" aria-label="Open">☐</span> a</li>',
  )
  expect(await htmlOf('|a|\n|-|\n|b|')).toMatch(/^<div class="wide" [^>]*><table>[^]*<\/div>$/)
  expect(await htmlOf('```\n<b>\n```')).toBe('<pre tabindex="0"><code>&lt;b&gt;\n</code></pre>')
})

test('only images over https are loaded', async () => {
  expect(await htmlOf('![a](https://a.example/a.png)')).toContain(
    '<img loading="lazy" decoding="async" src="https://a.example/a.png" alt="a" />',
  )
  expect(await htmlOf('![a](http://a.example/a.png)')).toBe(
    '<p><a href="http://a.example/a.png">a</a></p>',
  )
  expect(await htmlOf('![a](a.png)')).toBe('<p>a</p>')
})

test('HTML is shown as text and comments are dropped', async () => {
  expect(await htmlOf('a <br> <!-- b --> c\n\n<!--\nd\n-->\n\n<details>')).toBe(
    '<p>a &lt;br&gt;  c</p>\n\n<p>&lt;details&gt;</p>',
  )
  expect(await htmlOf('`<!-- a -->`')).toBe('<p><code>&lt;!-- a --&gt;</code></p>')
})

const paragraph = `${'word '.repeat(60)}\n\n`

test('a text rendered in sections is the same as in one', async () => {
  const parts = [
    ...['# Title', '1. one\n\n   more\n2. two', '> quote\n> more', '```md\n# no title\n\nnot\n```'],
    ...['- a\n\n  - b\n\n    text', '|a|b|\n|-|-|\n|1|2|', 'text [link] and [other]'],
  ]
  const source = `${parts.map((part) => `${paragraph.repeat(7)}${part}\n\n`).join('')}[link]: https://a.example\n[other]: https://b.example`
  expect(splitSections(source).length).toBeGreaterThan(5)
  const html = await htmlOf(source)
  expect(html).toContain('<a href="https://a.example">link</a>')
  expect(html).toContain('# no title\n\nnot\n</code>')
  const alone = await Promise.all(
    parts.map((part) => htmlOf(`${part}\n\n[link]: https://a.example\n[other]: https://b.example`)),
  )
  for (const each of alone) expect(html).toContain(each)
})

test('a text is cut at the end of a paragraph and within its bytes', async () => {
  const { html, isWhole } = await render(paragraph.repeat(50), 1000)
  expect(isWhole).toBe(false)
  expect(html).toMatch(/^<p>(word ?){60}<\/p>\n<p>(word ?){60}<\/p>/)
  for (const maxBytes of [0, 50, 100, 333, 3000])
    for (const source of [
      paragraph.repeat(40),
      '<'.repeat(5000),
      '😀'.repeat(3000),
      '* a\n'.repeat(2000),
    ]) {
      const { html: cut } = await render(source, maxBytes)
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(maxBytes)
      expect(cut).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
    }
  const titled = `${paragraph}## Next\n\n### Part\n\n${paragraph}`
  expect((await render(titled, 400)).html).toMatch(/^<p>(word ?){60}<\/p>$/)
  expect(await render('short', 1000)).toEqual({ html: '<p>short</p>', isWhole: true })
})

test('a list with 400 links and their definitions is formatted', async () => {
  const numbers = Array.from({ length: 400 }, (_, index) => String(index))
  const items = numbers.map((number) => `- Fix a fault ([#${number}])\n`)
  const definitions = numbers.map(
    (number) => `[#${number}]: https://a.example/organization/repository/issues/${number}\n`,
  )
  const html = await htmlOf(`${items.join('')}\n${definitions.join('')}`)
  expect(html.match(/<a href=/g)).toHaveLength(400)
})

test('a label with an escaped bracket finds its definition', async () => {
  const source = `[it][a\\[b] [it][c\\]d]\n\n${paragraph.repeat(8)}Text\n\n[a\\[b]: https://a.example\n[c\\]d]: https://c.example`
  expect(splitSections(source)).toHaveLength(2)
  expect(await htmlOf(source)).toMatch(
    /^<p><a href="https:\/\/a.example">it<\/a> <a href="https:\/\/c.example">it<\/a><\/p>/,
  )
})

test('an indented heading at the end of a cut text is removed', () => {
  for (const heading of ['# A', '   ### A'])
    expect(cutText(`${paragraph}${heading}\n\n${paragraph}`, 350).trim()).toBe(paragraph.trim())
})

test('what stands in a comment is hidden, however long it is', async () => {
  const comment = `<!--\n${'hidden\n\n# hidden\n\n```\n\n'.repeat(3000)}-->`
  const source = `${paragraph}- a\n\n${comment}\n\n- b\n\n[hidden]\n\n${paragraph.repeat(10)}`
  expect(await htmlOf(source)).toMatch(/<\/ul>\s*<ul>[^]*<p>\[hidden\]/)
  for (const maxBytes of [500, 1000, 2500])
    expect((await render(source, maxBytes)).html).not.toMatch(/--|# hidden/)
  const { html } = await render(
    `${'word '.repeat(20)}<!-- ${'hidden '.repeat(300)}-->\n\n${paragraph.repeat(3)}`,
    600,
  )
  expect(html).toMatch(/^<p>word(?!.*hidden)/)
  const code = `\`\`\`\n<!--\n${'code\n'.repeat(20)}-->\n\`\`\``
  expect(await htmlOf(code)).toContain('&lt;!--\ncode\ncode')
  expect(await htmlOf('<!-- a\n\nb')).toContain('&lt;!-- a\n\nb')
})

test('a comment that is open at the end of a list item hides nothing after it', async () => {
  const html = await htmlOf('- a\n  <!-- todo\n\nText for readers.\n\n# Next\n\n<!-- b -->\n')
  expect(html).toContain('Text for readers.')
  expect(html).toContain('Next')
})

test('a line in brackets that is no definition stays where it is', async () => {
  const filler = 'word '.repeat(500)
  const html = await htmlOf(`[Fixed]: a crash on start\n\n${filler}\n\n# Two\n\n[Fixed] ${filler}`)
  expect(html.split('a crash on start')).toHaveLength(2)
})

test('definitions are no code after a text cut inside of code', async () => {
  const source = `[a]\n\n\`\`\`\n${'code\n'.repeat(300)}\`\`\`\n\n${paragraph.repeat(8)}\n\n[a]: https://a.example`
  const { html } = await render(source, 800)
  expect(html).toMatch(
    /^<p><a href="https:\/\/a.example">a<\/a><\/p>\n<pre [^]*code\n<\/code><\/pre>$/,
  )
  expect(html).not.toContain('[a]:')
})

test('a text is cut after a heading of forty number signs', async () => {
  const { html } = await render(`${'# '.repeat(40)}a\n\n${paragraph.repeat(10)}`, 1000)
  expect(html).toMatch(/^<h3>(# ){38}# a<\/h3>\n<p>/)
})

test.each([
  ['nested quotes', '> '.repeat(50_000)],
  ['nested lists', '- '.repeat(50_000)],
  ['open brackets', '['.repeat(100_000)],
  ['open emphasis', '_a*b '.repeat(20_000)],
  ['many lines', 'a\n-\n'.repeat(25_000)],
  [
    'definitions',
    Array.from({ length: 5000 }, (_, index) => `[${index}]: https://a.example`).join('\n'),
  ],
])('hostile text of %s is shown as written', async (_, source) => {
  const html = await htmlOf(source)
  expect(withoutElements(html)).not.toMatch(/[<>]/)
})

test('a thousand headings and 100,000 characters are formatted', async () => {
  const html = await htmlOf('# A\n\nText\n\n'.repeat(1000))
  expect(html.match(/<h3>A<\/h3>/g)).toHaveLength(1000)
  const long = await htmlOf(paragraph.repeat(330))
  expect(long.match(/<p>/g)).toHaveLength(330)
})
