// The thread that turns Markdown into HTML, for markdown-thread.ts. Plain JavaScript, because Node runs it from the sources too.
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { parentPort } from 'node:worker_threads'

// Footnotes would have the same ids in every entry of a page; the dashboard has none either.
const footnotes = ['gfmFootnoteDefinition', 'gfmFootnoteCall', 'gfmPotentialFootnoteCall']
const extensions = [gfm(), { disable: { null: footnotes } }]

const comment = /^&lt;!--[\s\S]*--&gt;\s*$/

/**
 * Tags of a text come out as text, and its comments not at all.
 * @type {ReturnType<typeof gfmHtml>}
 */
const escapedTags = {
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
const htmlExtensions = [gfmHtml(), escapedTags]

/** Links repeat the address of their definition, so that HTML is not linear in its text. */
const maxHtml = (source) => 20 * source.length + 65_536

/** Undefined for a text that is shown as written. */
function parse(source) {
  try {
    // Never set the `allowDangerous` options: without them HTML in the text is escaped.
    const html = micromark(source, { extensions, htmlExtensions })
    return html.length > maxHtml(source) ? undefined : html
  } catch {
    return undefined // an assertion of the parser fails for some texts with an empty task
  }
}

parentPort?.on('message', (source) => {
  parentPort?.postMessage({ kind: 'taken' })
  parentPort?.postMessage({ kind: 'done', html: parse(source) })
})
