import { lazy, Suspense } from 'react'

import { longWordClass } from './markdown.rules.ts'

interface MarkdownProps {
  readonly source: string
  /** The level of the first headings; the page has the h1. */
  readonly headingLevel?: number
}

// A part that cannot be loaded must not replace the page: the text is readable without its format.
const MarkdownView = lazy(() =>
  import('./markdown-view.tsx').then(
    (module) => ({ default: module.MarkdownView }),
    () => ({ default: PlainText }),
  ),
)

/** A text by anyone, formatted. Until the code has come it is there as it was written. */
export const Markdown = (props: MarkdownProps) => (
  <Suspense fallback={<PlainText {...props} />}>
    <MarkdownView {...props} />
  </Suspense>
)

const PlainText = ({ source }: MarkdownProps) => (
  <p
    dir="auto"
    className={`max-w-[45rem] break-words whitespace-pre-wrap ${longWordClass(source)}`}
  >
    {source}
  </p>
)
