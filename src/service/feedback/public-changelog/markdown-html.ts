import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { canFormat } from '#contract/markdown.rules.ts'
import { escapeHtml } from './escape-html.rules.ts'
import { cutText, findDefinitions, splitSections, topHeadingOf } from './markdown-sections.rules.ts'

export interface RenderedText {
  readonly html: string
  /** False when the text was cut to fit. */
  readonly isWhole: boolean
}

/** The headings of a text follow those of the page: its highest is an `h2` or an `h3`. */
type HeadingLevel = 2 | 3

/** What a section has in common with the others of its text. */
interface SectionContext {
  readonly definitions: ReadonlyMap<string, string>
  readonly shift: number
}

/**
 * Markdown as HTML of at most `maxBytes`. Renders a section at a time and lets other requests run between them, because
 * the parser takes milliseconds per kilobyte.
 */
export async function renderMarkdown(
  source: string,
  level: HeadingLevel,
  maxBytes = Infinity,
): Promise<RenderedText> {
  const context = { definitions: findDefinitions(source), shift: level - topHeadingOf(source) }
  let html = ''
  for (const section of splitSections(source)) {
    const left = maxBytes - Buffer.byteLength(html)
    const next = renderSection(section, context)
    if (Buffer.byteLength(next) > left)
      return { html: html + renderStart(section, context, left), isWhole: false }
    html += next
    await nextTurn()
  }
  return { html, isWhole: true }
}

/** As much of the beginning as fits. */
function renderStart(section: string, context: SectionContext, maxBytes: number): string {
  for (let length = maxBytes; length > 40;) {
    const html = renderSection(cutText(section, length), context)
    const bytes = Buffer.byteLength(html)
    if (bytes <= maxBytes) return html
    length = Math.floor(Math.min(length, section.length) * Math.min(0.9, maxBytes / bytes))
  }
  return ''
}

function renderSection(section: string, { definitions, shift }: SectionContext): string {
  if (!canFormat(section)) return `<pre class="plain" dir="auto">${escapeHtml(section)}</pre>\n`
  const used = [...definitions].filter(([label]) => section.includes(`[${label}]`))
  const html = parse([section, ...used.map(([, line]) => line)].join('\n\n'))
  return `${toSafeHtml(html.trimEnd(), shift)}\n`
}

// Footnotes would have the same ids in every entry of a page; the dashboard has none either.
const footnotes = ['gfmFootnoteDefinition', 'gfmFootnoteCall', 'gfmPotentialFootnoteCall']
const extensions = [gfm(), { disable: { null: footnotes } }]

/** Tags of a text come out as text, and its comments not at all. */
const escapedTags: ReturnType<typeof gfmHtml> = {
  enter: {
    htmlFlow() {
      this.lineEndingIfNeeded()
      this.buffer()
    },
    htmlText() {
      this.buffer()
    },
  },
  exit: {
    htmlFlow() {
      const html = this.resume()
      if (!comment.test(html)) this.raw(`<p>${html}</p>`)
    },
    htmlText() {
      const html = this.resume()
      if (!comment.test(html)) this.raw(html)
    },
  },
}
const comment = /^&lt;!--[\s\S]*--&gt;\s*$/
const htmlExtensions = [gfmHtml(), escapedTags]

/** Never set the `allowDangerous` options: without them HTML in the text is escaped. */
const parse = (source: string) => micromark(source, { extensions, htmlExtensions })

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
