import type { fromHtml } from 'hast-util-from-html'
import { toMdast } from 'hast-util-to-mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown as printMarkdown } from 'mdast-util-to-markdown'

import { toImageUrl, toSafeUrl } from '#web/ui/markdown/markdown.rules.ts'

/** The parser is a chunk of its own. */
type ParseHtml = typeof fromHtml
type Root = ReturnType<ParseHtml>
type Node = Root['children'][number]
type Element = Extract<Node, { type: 'element' }>

/** A longer paste stays plain text. */
const MAX_LENGTH = 1_000_000

const formats = /^(a|b|strong|i|em|del|s|strike|code|pre|h[1-6]|ul|ol|blockquote|table|img|hr)$/

/**
 * Rich text as Markdown; empty for HTML without formats, such as that of a code editor, whose plain text may be Markdown
 * already. The browser's own parser takes no HTML under Trusted Types.
 */
export function toMarkdown(html: string, parseHtml: ParseHtml): string {
  if (html.length > MAX_LENGTH) return ''
  const tree = parseHtml(html, { fragment: true })
  tree.children = clean(tree.children)
  if (!hasFormat(tree.children)) return ''
  const markdown = printMarkdown(toMdast(tree), {
    bullet: '-',
    emphasis: '*',
    strong: '*',
    rule: '-',
    listItemIndent: 'one',
    extensions: [gfmToMarkdown()],
  })
  return markdown.trim()
}

const hasFormat = (nodes: readonly Node[]): boolean =>
  nodes.some(
    (node) =>
      node.type === 'element' && (formats.test(node.tagName) || hasFormat(node.children as Node[])),
  )

/** Without what readers would not see, and without addresses that are not followed. */
const clean = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node): Node[] => {
    if (node.type === 'text') return [node]
    if (
      node.type !== 'element' ||
      /^(script|style|head|title|meta|link|template)$/.test(node.tagName)
    )
      return []
    const children = clean(node.children as Node[])
    if (isDropped(node)) return []
    // A transparent tag, as some word processors wrap all of a text in one, or a link that leads nowhere.
    if (isUnwrapped(node)) return children
    return [{ ...node, children } as Element]
  })

const isDropped = ({ tagName, properties }: Element) =>
  tagName === 'img' && !toImageUrl(String(properties['src'] ?? ''))

const isUnwrapped = ({ tagName, properties }: Element) =>
  (tagName === 'a' && !toSafeUrl(String(properties['href'] ?? ''))) ||
  (/^(b|strong|i|em)$/.test(tagName) &&
    /(weight|style): *normal/.test(String(properties['style'] ?? '')))
