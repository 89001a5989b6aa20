import { fromHtml } from 'hast-util-from-html'
import { expect, test } from 'vitest'

import { toMarkdown as convert } from './rich-text.ts'

const toMarkdown = (html: string) => convert(html, fromHtml)

test.each([
  ['<p>Keep <b>the</b> <i>jar</i>.</p>', 'Keep **the** *jar*.'],
  ['<h2>How</h2><ul><li>one</li><li>two</li></ul>', '## How\n\n- one\n- two'],
  ['<ol><li>one<li>two</ol>', '1. one\n2. two'],
  ['<a href="https://a.example/x">here</a>', '[here](https://a.example/x)'],
  ['<blockquote><p>said</p></blockquote>', '> said'],
  ['<p>a <code>b</code></p><pre><code>c\nd</code></pre>', 'a `b`\n\n```\nc\nd\n```'],
  ['<table><tr><th>a</th></tr><tr><td>1</td></tr></table>', '| a |\n| - |\n| 1 |'],
  ['<img src="https://a.example/a.png" alt="shed">', '![shed](https://a.example/a.png)'],
  ['<b style="font-weight:normal"><p>a <b>b</b></p></b>', 'a **b**'],
])('pasted %j becomes %j', (html, markdown) => {
  expect(toMarkdown(html)).toBe(markdown)
})

test('rich text without formats stays as it was copied', () => {
  expect(toMarkdown('<meta charset="utf-8"><div><span>**a**</span></div>')).toBe('')
})

test('T79 pasted scripts, handlers and addresses leave nothing behind', () => {
  const markdown = toMarkdown(
    '<b onclick="x()">a</b><script>alert(1)</script><a href="javascript:alert(1)">b</a><img src="data:image/png;base64,x"><iframe src="https://x.example"></iframe>',
  )
  expect(markdown).toBe('**a**b')
})
