/** A text as the service stores it, and what had to change for that. */
export interface CleanText {
  readonly text: string
  /** Control characters taken out, and halves of characters replaced. */
  readonly removed: number
}

const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
const halves = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/**
 * As the service stores it (`contract/primitives.ts`): NFC, one kind of line end. Direction marks and zero-width
 * characters stay; they are part of what people wrote.
 */
export function manyLines(value: string): CleanText {
  const text = value.replace(/\r\n?/g, '\n')
  let removed = 0
  const put = (replacement: string) => () => {
    removed += 1
    return replacement
  }
  const kept = text.replace(controls, put('')).replace(halves, put('\uFFFD'))
  return { text: kept.normalize('NFC'), removed }
}

/** The same on one line, without white space around it. */
export function oneLine(value: string): CleanText {
  const { text, removed } = manyLines(value)
  const line = text.replace(/\s*\n\s*/g, ' ').replace(/^[\s\uFEFF]+|[\s\uFEFF]+$/g, '')
  return { text: line, removed }
}

/** In code points, as the service counts. */
export const lengthOf = (text: string) => [...text].length
