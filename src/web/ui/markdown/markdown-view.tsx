import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { type ReactNode, useMemo } from 'react'

import { canFormat } from '#contract/markdown.rules.ts'
import { markdownText } from '#web/messages/en/markdown.ts'
import {
  ListMark,
  MarkdownHeading,
  MarkdownImage,
  MarkdownTable,
  SafeLink,
} from './markdown-elements.tsx'
import { longWordClass } from './markdown.rules.ts'

type Root = ReturnType<typeof fromMarkdown>
type Node = Root['children'][number]

/** How a text that belongs to the dashboard is rendered, unlike one by anyone. */
export interface MarkdownElements {
  /** A block of code, its language, and what follows that in the text. */
  readonly renderCode: (code: string, language: string, name: string) => ReactNode
  /** A link inside the dashboard; undefined for any other address. */
  readonly renderLink: (address: string, children: ReactNode) => ReactNode
  readonly headingId: (text: string) => string
  /** Undefined for the look that headings have inside a page. */
  readonly headingClass: (depth: number) => string | undefined
}

interface MarkdownViewProps {
  readonly source: string
  readonly headingLevel?: number
  readonly elements?: MarkdownElements
}

/** Renders the syntax tree as elements of an allow-list. No string becomes HTML (T79). */
export function MarkdownView({ source, headingLevel = 3, elements }: MarkdownViewProps) {
  const tree = useMemo(() => parse(source), [source])
  const frame = `grid max-w-[45rem] grid-cols-1 gap-3 break-words ${longWordClass(source)}`
  if (!tree)
    return (
      <div className={frame}>
        <p className="text-meta text-ink-3">{markdownText.tooComplex}</p>
        <p dir="auto" className="whitespace-pre-wrap">
          {source}
        </p>
      </div>
    )
  const definitions = findDefinitions(tree.children)
  return (
    <div className={frame}>
      {renderAll(tree.children, { headingLevel, definitions, elements, depth: 0 })}
    </div>
  )
}

/** The addresses of reference links, also inside quotes and lists. The first definition of a name counts. */
function findDefinitions(nodes: readonly Node[], definitions = new Map<string, string>()) {
  for (const node of nodes) {
    if (node.type === 'definition' && !definitions.has(node.identifier))
      definitions.set(node.identifier, node.url)
    if ('children' in node) findDefinitions(node.children, definitions)
  }
  return definitions
}

// A text of a post has no footnotes: their marks would jump inside a page of many posts.
const footnotes = ['gfmFootnoteDefinition', 'gfmFootnoteCall', 'gfmPotentialFootnoteCall']

/** The syntax tree; undefined for a text that is not formatted. */
function parse(source: string): Root | undefined {
  if (!canFormat(source)) return undefined
  try {
    return fromMarkdown(source, {
      extensions: [gfm(), { disable: { null: footnotes } }],
      mdastExtensions: [gfmFromMarkdown()],
    })
  } catch {
    return undefined // an assertion of the parser fails for some texts with an empty task
  }
}

interface Context {
  readonly headingLevel: number
  readonly definitions: ReadonlyMap<string, string>
  readonly elements: MarkdownElements | undefined
  readonly depth: number
}

const MAX_DEPTH = 40

const renderAll = (nodes: readonly Node[], { depth, ...context }: Context): ReactNode =>
  depth < MAX_DEPTH
    ? nodes.map((node, index) => (
        <MarkdownNode key={index} node={node} context={{ ...context, depth: depth + 1 }} />
      ))
    : nodes.map(textOf).join('')

const textOf = (node: Node): string =>
  'children' in node ? node.children.map(textOf).join('') : 'value' in node ? node.value : ''

/** The allow-list. A kind of node that is not here is not drawn. */
function MarkdownNode({ node, context }: { node: Node; context: Context }): ReactNode {
  const children = () => ('children' in node ? renderAll(node.children, context) : null)
  // A list or a quote has one direction, as on the public page (public-changelog/markdown-html.ts).
  const direction = context.depth === 1 ? 'auto' : undefined
  switch (node.type) {
    case 'text':
      return node.value
    case 'html':
      // As text, but for comments.
      return node.value.replace(/<!--[\s\S]*?(-->|$)/g, '')
    case 'break':
      return <br />
    case 'paragraph':
      return <p dir={direction}>{children()}</p>
    case 'heading':
      return (
        <MarkdownHeading
          id={context.elements?.headingId(textOf(node))}
          className={context.elements?.headingClass(node.depth)}
          depth={node.depth}
          level={context.headingLevel}
        >
          {children()}
        </MarkdownHeading>
      )
    case 'emphasis':
      return <em>{children()}</em>
    case 'strong':
      return <strong className="font-semibold">{children()}</strong>
    case 'delete':
      return <del>{children()}</del>
    case 'inlineCode':
      return (
        <code dir="ltr" className="rounded-chip bg-sunken px-1 font-mono text-code">
          {node.value}
        </code>
      )
    case 'code':
      if (context.elements)
        return context.elements.renderCode(node.value, node.lang ?? '', node.meta ?? '')
      return (
        <pre
          dir="ltr"
          tabIndex={0}
          className="overflow-x-auto rounded-control bg-sunken p-3 font-mono text-code"
        >
          <code>{node.value}</code>
        </pre>
      )
    case 'blockquote':
      return (
        <blockquote
          dir={direction}
          className="grid grid-cols-1 gap-3 border-s-2 border-line-strong ps-3 text-ink-2"
        >
          {children()}
        </blockquote>
      )
    case 'list':
      return node.ordered ? (
        <ol dir={direction} start={node.start ?? 1} className="list-decimal ps-6">
          {children()}
        </ol>
      ) : (
        <ul dir={direction} className="list-disc ps-6">
          {children()}
        </ul>
      )
    case 'listItem': {
      const isTask = typeof node.checked === 'boolean'
      const mark = isTask ? '-ms-5 list-none' : ''
      return (
        <li className={`my-1 [&>p:first-of-type]:inline ${mark}`}>
          {isTask && <ListMark isChecked={node.checked === true} />}
          {children()}
        </li>
      )
    }
    case 'thematicBreak':
      return <hr className="border-line" />
    case 'link': {
      const own = context.elements?.renderLink(node.url, children())
      return own ?? <SafeLink address={node.url}>{children()}</SafeLink>
    }
    case 'linkReference':
      return <SafeLink address={context.definitions.get(node.identifier)}>{children()}</SafeLink>
    case 'image':
      return <MarkdownImage address={node.url} alt={node.alt} />
    case 'imageReference':
      return <MarkdownImage address={context.definitions.get(node.identifier)} alt={node.alt} />
    case 'table':
      return (
        <MarkdownTable
          align={node.align ?? []}
          rows={node.children.map((row) =>
            row.children.map((cell) => renderAll(cell.children, context)),
          )}
        />
      )
    default:
      return null
  }
}
