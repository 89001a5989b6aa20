import { memo, useMemo } from 'react'

import { splitMarkdown } from './markdown.rules.ts'
import { Markdown } from './markdown.tsx'

interface MarkdownBlocksProps {
  readonly source: string
  readonly headingLevel?: number
}

const Block = memo(Markdown)

/**
 * A text of any length in parts: one that is too long to format as a whole is formatted, and of one that changes only the
 * parts that differ are parsed again.
 */
export function MarkdownBlocks({ source, headingLevel = 3 }: MarkdownBlocksProps) {
  const blocks = useMemo(() => splitMarkdown(source), [source])
  return (
    <div className="grid grid-cols-1 gap-3">
      {blocks.map((block, index) => (
        <Block key={index} source={block} headingLevel={headingLevel} />
      ))}
    </div>
  )
}
