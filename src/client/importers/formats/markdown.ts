import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

/** A part of a text, by offsets into it. */
export interface Range {
  readonly start: number
  readonly end: number
}

type Node = ReturnType<typeof fromMarkdown>['children'][number]

/** A block at the top level of the document. */
export interface MarkdownBlock extends Range {
  readonly type: Node['type']
  /** 1 to 6 for a heading, 0 for any other block. */
  readonly level: number
  /** Without links, emphasis and HTML. */
  readonly text: string
  readonly line: number
  readonly lastLine: number
}

/** A link definition or a footnote: may be anywhere in the document and is valid in all of it. */
interface Definition extends Range {
  readonly key: string
  readonly url: string
  readonly source: string
}

/** Where everything is in the source, which is cut but never serialized anew. */
export interface MarkdownDocument {
  readonly source: string
  readonly blocks: readonly MarkdownBlock[]
  /** HTML comments; there are none inside code. */
  readonly comments: readonly Range[]
  readonly definitions: readonly Definition[]
  /** Uses of definitions. */
  readonly references: readonly { readonly key: string; readonly at: number }[]
}

export function parseMarkdown(source: string): MarkdownDocument {
  const tree = fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const comments: Range[] = []
  const definitions: Definition[] = []
  const references: { key: string; at: number }[] = []
  const visit = (node: Node) => {
    const { start, end } = rangeOf(node)
    if (node.type === 'html') {
      for (const { 0: comment, index } of source.slice(start, end).matchAll(/<!--[\s\S]*?-->/g))
        comments.push({ start: start + index, end: start + index + comment.length })
    } else if (node.type === 'definition' || node.type === 'footnoteDefinition') {
      const url = node.type === 'definition' ? node.url : ''
      const lines = wholeLines(source, { start, end })
      definitions.push({ ...lines, key: keyOf(node), url, source: source.slice(start, end) })
    } else if ('identifier' in node) references.push({ key: keyOf(node), at: start })
    if ('children' in node) node.children.forEach(visit)
  }
  tree.children.forEach(visit)
  const blocks = tree.children.map((node) => ({
    ...rangeOf(node),
    type: node.type,
    level: node.type === 'heading' ? node.depth : 0,
    text: textOf(node),
    line: node.position?.start.line ?? 1,
    lastLine: node.position?.end.line ?? 1,
  }))
  return { source, blocks, comments, definitions, references }
}

/** A part of the source without the given ranges, which are in the order of the source. */
export function sliceWithout(
  source: string,
  { start, end }: Range,
  omitted: readonly Range[],
): string {
  let text = ''
  let from = start
  for (const range of omitted) {
    if (range.start < from || range.end > end) continue
    text += source.slice(from, range.start)
    from = range.end
  }
  return text + source.slice(from, end)
}

/** A Markdown text without its HTML comments, and the comments. */
export function removeComments(source: string): { text: string; comments: readonly string[] } {
  if (!source.includes('<!--')) return { text: source, comments: [] }
  const { comments } = parseMarkdown(source)
  return {
    text: sliceWithout(source, { start: 0, end: source.length }, comments),
    comments: comments.map(({ start, end }) => source.slice(start, end)),
  }
}

const rangeOf = ({ position }: Node): Range => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
})

/** Footnotes have names of their own. */
const keyOf = ({ type, identifier }: { readonly type: string; readonly identifier: string }) =>
  type.startsWith('footnote') ? `^${identifier}` : identifier

function textOf(node: Node): string {
  if (node.type === 'html') return ''
  if ('value' in node) return node.value
  if ('alt' in node) return node.alt ?? ''
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

/** With the indentation before it and the line break after it. */
function wholeLines(source: string, { start, end }: Range): Range {
  const indented = /(?:^|\n)([ \t]*)$/.exec(source.slice(Math.max(0, start - 80), start))?.[1] ?? ''
  return { start: start - indented.length, end: source[end] === '\n' ? end + 1 : end }
}
