import { setImmediate as nextTurn } from 'node:timers/promises'

import { canFormat } from '#contract/markdown.rules.ts'
import { escapeHtml } from './escape-html.rules.ts'
import {
  cutText,
  emptyComments,
  findDefinitions,
  findLabels,
  splitSections,
  topHeadingOf,
} from './markdown-sections.rules.ts'
import { createMarkdownThread, type MarkdownThread } from './markdown-thread.ts'

export interface RenderedText {
  readonly html: string
  /** False when the text was cut to fit. */
  readonly isWhole: boolean
  /** When to render it again, in milliseconds since 1970: a section is shown as written because its time was over. */
  readonly retryAt: number
}

/** The headings of a text follow those of the page: its highest is an `h2` or an `h3`. */
type HeadingLevel = 2 | 3

/** What a section has in common with the others of its text. */
interface SectionContext {
  readonly definitions: ReadonlyMap<string, string>
  readonly shift: number
  readonly thread: MarkdownThread
  retryAt: number
}

/** Another attempt may succeed when the machine is less busy, and hold up other texts once more. */
const retryMs = 10 * 60_000

/** Of the whole process. */
const sharedThread = createMarkdownThread()

/**
 * Markdown as HTML of at most `maxBytes`. Renders a section at a time, so that texts of several requests take turns in the
 * thread, and the start of a long one does not wait for its end.
 */
export async function renderMarkdown(
  source: string,
  level: HeadingLevel,
  maxBytes = Infinity,
  thread = sharedThread,
): Promise<RenderedText> {
  const text = emptyComments(source)
  await nextTurn()
  const definitions = findDefinitions(text)
  // Each of these reads all lines, of which a text may have 100,000.
  await nextTurn()
  const shift = level - topHeadingOf(text)
  await nextTurn()
  const context: SectionContext = { definitions, shift, thread, retryAt: Infinity }
  let html = ''
  for (const section of splitSections(text)) {
    const left = maxBytes - Buffer.byteLength(html)
    const next = await renderSection(section, context)
    if (Buffer.byteLength(next) > left) {
      html += await renderStart(section, context, left)
      return { html, isWhole: false, retryAt: context.retryAt }
    }
    html += next
  }
  return { html, isWhole: true, retryAt: context.retryAt }
}

/** As much of the beginning as fits. */
async function renderStart(
  section: string,
  context: SectionContext,
  maxBytes: number,
): Promise<string> {
  for (let length = maxBytes; length > 40;) {
    const html = await renderSection(cutText(section, length), context)
    const bytes = Buffer.byteLength(html)
    if (bytes <= maxBytes) return html
    length = Math.floor(Math.min(length, section.length) * Math.min(0.9, maxBytes / bytes))
  }
  return ''
}

async function renderSection(section: string, context: SectionContext): Promise<string> {
  // A section that is shown as written does not wait for the thread.
  await nextTurn()
  const source = addDefinitions(section, context.definitions)
  const result = canFormat(source) ? await context.thread.parse(source) : 'too_complex'
  if (result === 'timeout') context.retryAt = Date.now() + retryMs
  return typeof result === 'string'
    ? `<pre class="plain" dir="auto">${escapeHtml(section)}</pre>\n`
    : `${toSafeHtml(result.html.trim(), context.shift)}\n`
}

/** First, because they would be code after a text that is cut inside of code. Those of the section itself are there. */
function addDefinitions(section: string, definitions: SectionContext['definitions']): string {
  const labels = findLabels(section)
  const own = findDefinitions(section)
  const added = [...definitions].filter(
    ([label, line]) => labels.has(label) && own.get(label) !== line,
  )
  return [...added.map(([, line]) => line), section].join('\n\n')
}

/** Rewrites tags of the parser. In texts and attributes it escapes `<` and `"`, so that only tags match. */
function toSafeHtml(html: string, shift: number): string {
  return setDirections(
    html
      .replace(/<(\/?)h([1-6])>/g, (_, slash: string, depth: string) => {
        return `<${slash}h${Math.min(6, Math.max(2, Number(depth) + shift))}>`
      })
      // As in the dashboard: links to http, https and mailto, never relative to the service; images over https.
      .replace(/<a href="(?!https?:|mailto:)[^"]*"/gi, '<a')
      .replace(/<img src="([^"]*)" alt="([^"]*)"[^>]*>/g, (image, address: string, alt: string) =>
        formatImage(image, address, alt),
      )
      .replace(/<input type="checkbox" disabled=""( checked="")? \/>/g, (_, checked?: string) =>
        checked === undefined ? unchecked : checkedBox,
      )
      .replace(
        /<table>/g,
        `<div class="wide" role="region" aria-label="Table" tabindex="0"><table>`,
      )
      .replace(/<\/table>/g, '</table></div>')
      .replace(/<pre>/g, '<pre tabindex="0" dir="ltr">')
      .replace(/<code(?=[ >])/g, '<code dir="ltr"'),
  )
}

/** Each block and cell has the direction of its text; a list or a quote has one, as in the dashboard. */
function setDirections(html: string): string {
  let depth = 0
  return html.replace(
    /<(\/?)(p|h[1-6]|ul|ol|blockquote|th|td)(?=[ >])/g,
    (tag, slash: string, name: string) => {
      const isContainer = name === 'ul' || name === 'ol' || name === 'blockquote'
      if (isContainer && slash !== '') depth -= 1
      const isOuter = depth === 0 && slash === ''
      if (isContainer && slash === '') depth += 1
      return isOuter ? `${tag} dir="auto"` : tag
    },
  )
}

const unchecked = '<span role="img" aria-label="Open">☐</span>'
const checkedBox = '<span role="img" aria-label="Done">☑</span>'

function formatImage(image: string, address: string, alt: string): string {
  if (/^https:/i.test(address))
    return image.replace('<img ', '<img loading="lazy" decoding="async" ')
  if (/^http:/i.test(address)) return `<a href="${address}">${alt || 'Image'}</a>`
  return alt
}
