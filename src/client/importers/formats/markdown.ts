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
  /** The same in parts, so that links and images can be told from what is around them. */
  readonly spans: readonly TextSpan[]
  /** Whether all of its text is bold. */
  readonly isStrong: boolean
  readonly line: number
  readonly lastLine: number
}

interface TextSpan {
  readonly text: string
  /** Undefined for text. */
  readonly link: (Range & { readonly type: 'link' | 'reference' | 'image' }) | undefined
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
  /** Elements without content that only are targets of links, as `<a name="1.2.0"></a>`; none inside code. */
  readonly anchors: readonly Range[]
  /** Comments and anchors, in the order of the source. */
  readonly invisible: readonly Range[]
  readonly definitions: readonly Definition[]
  /** Uses of definitions. */
  readonly references: readonly { readonly key: string; readonly at: number }[]
}

export function parseMarkdown(source: string): MarkdownDocument {
  const tree = fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const comments: Range[] = []
  const anchors: Range[] = []
  const definitions: Definition[] = []
  const references: { key: string; at: number }[] = []
  const visit = (node: Node) => {
    const { start, end } = rangeOf(node)
    if (node.type === 'html') {
      for (const { 0: comment, index } of source.slice(start, end).matchAll(/<!--[\s\S]*?-->/g))
        comments.push({ start: start + index, end: start + index + comment.length })
      // The value of a node lacks what its container puts before its lines.
      anchors.push(...findAnchors(source.slice(start, end), start))
    } else if (node.type === 'definition' || node.type === 'footnoteDefinition') {
      const url = node.type === 'definition' ? node.url : ''
      const lines = wholeLines(source, { start, end })
      definitions.push({ ...lines, key: keyOf(node), url, source: source.slice(start, end) })
    } else if ('identifier' in node) references.push({ key: keyOf(node), at: start })
    if (!('children' in node)) return
    anchors.push(...findInlineAnchors(node.children))
    node.children.forEach(visit)
  }
  tree.children.forEach(visit)
  const blocks = tree.children.map((node) => ({
    ...rangeOf(node),
    type: node.type,
    level: node.type === 'heading' ? node.depth : 0,
    text: textOf(node),
    spans: spansOf(node),
    isStrong: node.type === 'paragraph' && node.children.every(({ type }) => type === 'strong'),
    line: node.position?.start.line ?? 1,
    lastLine: node.position?.end.line ?? 1,
  }))
  const byStart = (a: Range, b: Range) => a.start - b.start
  const lines = mergeAdjacent(anchors.toSorted(byStart)).map((range) => wholeLine(source, range))
  const invisible = [...comments, ...lines].toSorted(byStart)
  return { source, blocks, comments, anchors: lines, invisible, definitions, references }
}

const anchorName = String.raw`\s(?:name|id)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+)`
const emptyAnchor = new RegExp(
  `<(a|span|div)(?=[^>]*${anchorName})[^>]*?(?:/>|>\\s*</\\1\\s*>)`,
  'gi',
)
const openAnchor = new RegExp(`^<(a|span|div)(?=[^>]*${anchorName})(?![^>]*\\shref)[^>]*>$`, 'i')

/** Those inside one node of HTML, which begins at `offset`. */
const findAnchors = (html: string, offset: number): Range[] =>
  [...html.matchAll(emptyAnchor)].map(({ 0: { length }, index }) => ({
    start: offset + index,
    end: offset + index + length,
  }))

/** Inside a line the opening and the closing tag are nodes of their own. What a link encloses is text as any other. */
function findInlineAnchors(nodes: readonly Node[]): Range[] {
  return nodes.flatMap((node, at) => {
    const tag = node.type === 'html' ? openAnchor.exec(node.value)?.[1]?.toLowerCase() : undefined
    if (tag === undefined) return []
    const rest = nodes.slice(at + 1)
    const next = tag === 'a' ? rest.find(({ type }) => type === 'html') : rest[0]
    const isClosed = next?.type === 'html' && next.value.toLowerCase().startsWith(`</${tag}`)
    if (!isClosed) return tag === 'a' ? [rangeOf(node)] : []
    return [rangeOf(node), rangeOf(next)]
  })
}

function mergeAdjacent(ranges: readonly Range[]): Range[] {
  const merged: Range[] = []
  for (const { start, end } of ranges) {
    const last = merged.at(-1)
    if (last?.end === start) merged[merged.length - 1] = { start: last.start, end }
    else merged.push({ start, end })
  }
  return merged
}

/** With its line when nothing else is on it. */
function wholeLine(source: string, range: Range): Range {
  const line = wholeLines(source, range)
  const isFirst = line.start === 0 || source[line.start - 1] === '\n'
  return isFirst && line.end > range.end ? line : range
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
    if (range.end <= from) continue
    if (range.start >= end) break
    text += source.slice(from, range.start)
    from = Math.min(range.end, end)
  }
  return text + source.slice(from, end)
}

/** A Markdown text without what nobody sees: its HTML comments and anchors. */
export function removeInvisible(source: string): {
  text: string
  comments: readonly string[]
  anchors: readonly string[]
} {
  if (!source.includes('<!--') && !/<(?:a|span|div)\s/i.test(source))
    return { text: source, comments: [], anchors: [] }
  const { comments, anchors, invisible } = parseMarkdown(source)
  const textsOf = (ranges: readonly Range[]) =>
    ranges.map(({ start, end }) => source.slice(start, end))
  return {
    text: sliceWithout(source, { start: 0, end: source.length }, invisible),
    comments: textsOf(comments),
    anchors: textsOf(anchors),
  }
}

const rangeOf = ({ position }: Node): Range => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
})

/** Footnotes have names of their own. */
const keyOf = ({ type, identifier }: { readonly type: string; readonly identifier: string }) =>
  type.startsWith('footnote') ? `^${identifier}` : identifier

const textOf = (node: Node): string =>
  spansOf(node)
    .map(({ text }) => text)
    .join('')

function spansOf(node: Node): readonly TextSpan[] {
  if (node.type === 'html') return []
  if (node.type === 'break') return [{ text: ' ', link: undefined }]
  const type = linkTypes.get(node.type)
  const link = type && { ...rangeOf(node), type }
  if ('value' in node) return [{ text: node.value, link: undefined }]
  if ('alt' in node) return [{ text: node.alt ?? '', link }]
  if (!('children' in node)) return []
  const spans = node.children.flatMap(spansOf)
  return link ? [{ text: spans.map(({ text }) => text).join(''), link }] : spans
}

const linkTypes: ReadonlyMap<string, 'link' | 'reference' | 'image'> = new Map([
  ['link', 'link'],
  ['linkReference', 'reference'],
  ['image', 'image'],
  ['imageReference', 'image'],
])

/** With the indentation before it and the line break after it. */
function wholeLines(source: string, { start, end }: Range): Range {
  const indented = /(?:^|\n)([ \t]*)$/.exec(source.slice(Math.max(0, start - 80), start))?.[1] ?? ''
  return { start: start - indented.length, end: source[end] === '\n' ? end + 1 : end }
}
