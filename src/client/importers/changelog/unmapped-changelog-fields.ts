import type { UnmappedField } from '#client/importers/core/import-plan.ts'
import { formatExcerpt } from '#client/importers/formats/json.ts'
import type { Uncommented, MarkdownLine } from '#client/importers/formats/markdown.ts'
import type { LinkDefinition } from './changelog-links.ts'
import { definitionOf } from './changelog-links.ts'

/** What a changelog in Markdown holds beside its versions. */
export function unmappedMarkdown(
  { dropped }: Pick<Uncommented, 'dropped'>,
  before: readonly MarkdownLine[],
  unused: readonly LinkDefinition[],
): UnmappedField[] {
  const preamble = before.filter(
    (line) => !line.heading && line.text.trim() !== '' && !definitionOf(line),
  )
  return [
    told('text above the first version', preamble.length, 'line', preamble[0]?.text),
    told('HTML comments', dropped.length, 'comment', dropped[0]),
    told('link definitions that no entry refers to', unused.length, 'link', unused[0]?.text),
  ].filter(({ count }) => count > 0)
}

const told = (path: string, count: number, one: string, example: unknown): UnmappedField => ({
  path,
  count,
  amount: `${count} ${one}${count === 1 ? '' : 's'}`,
  example: formatExcerpt(example ?? ''),
  bookkeeping: false,
})
