import { fenceAfter } from '#contract/markdown.rules.ts'

/** The address of a link when following it is safe: http, https and mailto, never one relative to the dashboard. */
export function toSafeUrl(address: string): string | undefined {
  return parseUrl(address, ['http:', 'https:', 'mailto:'])
}

/** The address of an image that the content security policy lets load. */
export function toImageUrl(address: string): string | undefined {
  return parseUrl(address, ['https:'])
}

function parseUrl(address: string, protocols: readonly string[]): string | undefined {
  try {
    // Removes the line breaks and tabs that browsers ignore inside "javascript:".
    const { protocol, href } = new URL(address)
    return protocols.includes(protocol) ? href : undefined
  } catch {
    return undefined
  }
}

/** A page has one h1: the headings of a text begin at `level`, none is above h2 and none below h6. */
export const shiftHeading = (depth: number, level: number): number =>
  Math.min(6, Math.max(2, level + depth - 1))

/**
 * The class of a text with a word of a thousand characters, such as an image in base64: to break a word into lines takes
 * quadratic time while its letters are kerned, many seconds for the longest text.
 */
export const longWordClass = (text: string): string =>
  /\S{1000}/.test(text) ? '[font-kerning:none]' : ''

const BLOCK_LENGTH = 2000
const definition = /^ {0,3}\[[^\]\n]+\]:[ \t]*\S.*$/gm

/**
 * Parts of a text that can be parsed alone, at least so long. A part begins with a paragraph or heading at the margin after
 * an empty line, outside of code and comments, where no list or quote can continue.
 */
export function splitMarkdown(source: string): readonly string[] {
  if (source.length <= 2 * BLOCK_LENGTH) return [source]
  const blocks: string[] = []
  let current: string[] = []
  let length = 0
  let fence: string | undefined
  let isComment = false
  let isAfterEmpty = false
  for (const line of source.split('\n')) {
    const isStart = isAfterEmpty && !fence && !isComment && /^[^\s>|<[*+\-\d]/.test(line)
    if (isStart && length >= BLOCK_LENGTH) {
      blocks.push(current.join('\n'))
      current = []
      length = 0
    }
    current.push(line)
    length += line.length + 1
    fence = fenceAfter(line, fence)
    if (line.includes('<!--')) isComment = true
    if (line.includes('-->')) isComment = false
    isAfterEmpty = line.trim() === ''
  }
  blocks.push(current.join('\n'))
  // A reference may be defined in another part.
  const definitions = source.match(definition)?.join('\n')
  return definitions
    ? blocks.map((block) => (block.includes('[') ? `${block}\n\n${definitions}` : block))
    : blocks
}
