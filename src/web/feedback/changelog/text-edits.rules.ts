import { escapeAddress, escapeText } from '#web/ui/markdown/escape-markdown.ts'
/** Replaces a part of the text, and what is selected afterwards. */
export interface TextEdit {
  readonly from: number
  readonly to: number
  readonly insert: string
  readonly selection: readonly [number, number]
}

/** A text and its selection. */
export interface TextState {
  readonly value: string
  readonly start: number
  readonly end: number
}

type LineStyle = 'heading' | 'bullets' | 'numbers' | 'quote'

/** Puts a mark on both sides of the selection, or removes it. Without a selection the placeholder is marked. */
export function toggleMark(
  { value, start, end }: TextState,
  mark: string,
  placeholder: string,
): TextEdit {
  const size = mark.length
  const selected = value.slice(start, end)
  const hasInside =
    selected.length >= 2 * size && selected.startsWith(mark) && selected.endsWith(mark)
  if (hasInside) {
    const inner = selected.slice(size, -size)
    return { from: start, to: end, insert: inner, selection: [start, start + inner.length] }
  }
  const isAround =
    value.slice(start - size, start) === mark && value.slice(end, end + size) === mark
  // `**` around is not the `*` of emphasis.
  const isLonger = value[start - size - 1] === mark[0] && size === 1
  if (isAround && !isLonger)
    return {
      from: start - size,
      to: end + size,
      insert: selected,
      selection: [start - size, end - size],
    }
  const inner = selected || placeholder
  return {
    from: start,
    to: end,
    insert: mark + inner + mark,
    selection: [start + size, start + size + inner.length],
  }
}

const prefixes: Record<LineStyle, RegExp> = {
  heading: /^#{1,6}[ \t]+/,
  bullets: /^[-*+][ \t]+/,
  numbers: /^\d{1,9}[.)][ \t]+/,
  quote: /^>[ \t]?/,
}

/** Gives all lines of the selection a style, or takes it from them when all have it. */
export function toggleLines({ value, start, end }: TextState, style: LineStyle): TextEdit {
  const from = value.lastIndexOf('\n', start - 1) + 1
  const lineEnd = value.indexOf('\n', end)
  const to = lineEnd < 0 ? value.length : lineEnd
  const lines = value.slice(from, to).split('\n')
  const prefix = prefixes[style]
  const hasStyle = lines.every((line) => prefix.test(line) || line.trim() === '')
  const isRemoved = hasStyle && lines.some((line) => prefix.test(line))
  let number = 0
  const changed = lines.map((line) => {
    if (line.trim() === '' && lines.length > 1) return line
    // One kind of line at a time: a quote may hold a list, but a list is no heading.
    const plain = style === 'quote' ? line.replace(prefix, '') : removeStyles(line)
    number += 1
    const mark = { heading: '## ', bullets: '- ', numbers: `${number}. `, quote: '> ' }[style]
    return isRemoved ? plain : mark + plain
  })
  const insert = changed.join('\n')
  const caret = from + insert.length
  return { from, to, insert, selection: start === end ? [caret, caret] : [from, caret] }
}

const removeStyles = (line: string) =>
  [prefixes.heading, prefixes.bullets, prefixes.numbers].reduce(
    (text, prefix) => text.replace(prefix, ''),
    line,
  )

/** Code between words, or a block of lines. */
export function toggleCode(state: TextState, placeholder: string): TextEdit {
  const { value, start, end } = state
  const selected = value.slice(start, end)
  if (!selected.includes('\n')) return toggleMark(state, '`', placeholder)
  const longest = Math.max(2, ...(selected.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const before = start === 0 || value[start - 1] === '\n' ? '' : '\n'
  const insert = `${before}${fence}\n${selected}\n${fence}`
  return { from: start, to: end, insert, selection: [start, start + insert.length] }
}

/** A link whose address is selected, or with an address whose text is. */
export function insertLink({ value, start, end }: TextState, placeholder: string): TextEdit {
  const text = value.slice(start, end) || placeholder
  const address = 'https://'
  const from = start + text.length + 3
  return {
    from: start,
    to: end,
    insert: `[${escapeText(text)}](${address})`,
    selection: [from, from + address.length],
  }
}

/** The pasted text as the address of the selected words; undefined when it is no address. */
export function linkSelection(
  { value, start, end }: TextState,
  pasted: string,
): TextEdit | undefined {
  const selected = value.slice(start, end)
  const address = pasted.trim()
  if (selected.trim() === '' || selected.includes('\n') || isAddress(selected)) return undefined
  if (!isAddress(address)) return undefined
  const insert = `[${escapeText(selected)}](${escapeAddress(address)})`
  const caret = start + insert.length
  return { from: start, to: end, insert, selection: [caret, caret] }
}

/** An image of an address, where the caret is. */
export function insertImage(
  { start, end }: TextState,
  address: string,
  description: string,
): TextEdit {
  const insert = `![${escapeText(description)}](${escapeAddress(address)})`
  const caret = start + insert.length
  return { from: start, to: end, insert, selection: [caret, caret] }
}

const isAddress = (text: string) => /^(https?:\/\/|mailto:)\S+$/i.test(text)

/** Enter in a list: the next item, or the end of the list after an empty one. Undefined elsewhere. */
export function continueList({ value, start, end }: TextState): TextEdit | undefined {
  if (start !== end) return undefined
  const from = value.lastIndexOf('\n', start - 1) + 1
  const [match, indent = '', mark = '', box = '', text = ''] =
    /^([ \t]*)([-*+]|\d{1,9}[.)]|>)[ \t]+(\[[ xX]\][ \t]+)?(.*)$/.exec(value.slice(from, start)) ??
    []
  if (match === undefined) return undefined
  if (text.trim() === '') return { from, to: start, insert: '', selection: [from, from] }
  const next = mark.replace(/\d+/, (number) => String(Number(number) + 1))
  const insert = `\n${indent}${next} ${box && '[ ] '}`
  const caret = start + insert.length
  return { from: start, to: start, insert, selection: [caret, caret] }
}

/** What is typed after `[[` to find a post; undefined when the caret is not behind it. */
export function postSearchAt({
  value,
  start,
  end,
}: TextState): { from: number; text: string } | undefined {
  if (start !== end) return undefined
  const before = value.slice(Math.max(0, start - 80), start)
  const match = /\[\[([^[\]\n]*)$/.exec(before)
  return match ? { from: start - match[0].length, text: match[1] ?? '' } : undefined
}

/** Words and links of a text, without what only formats it. */
export function countWords(value: string): number {
  const words = value
    .replace(/\]\([^)\s]*\)/g, '] ')
    .match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)
  return words?.length ?? 0
}
