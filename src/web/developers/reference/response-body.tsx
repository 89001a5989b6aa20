import { useMemo, useRef, useState } from 'react'

import type { RawResponse } from '#client/raw-reader.ts'
import { previewJson } from '#web/developers/webhooks/delivery-body.rules.ts'
import { referenceText } from '#web/messages/en/reference.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/copyable.tsx'
import { formatNumber } from '#web/ui/format.ts'

const text = referenceText.tryIt

/** Each press on "Show more" shows that many lines more. */
const LINES = 200

/** The beginning of a body, as indented JSON: all of a megabyte at once would stop the page. */
export function ResponseBody({ response }: { response: RawResponse }) {
  const { text: body, isCut } = response
  const [shown, setShown] = useState({ response, lineCount: LINES })
  // Another response begins at its top.
  const lineCount = shown.response === response ? shown.lineCount : LINES
  const { lines, hasMore } = useMemo(() => previewJson(body, lineCount), [body, lineCount])
  const region = useRef<HTMLDivElement>(null)
  const showMore = () => {
    const next = lineCount + LINES
    setShown({ response, lineCount: next })
    // The button disappears with the last lines.
    if (!previewJson(body, next).hasMore) region.current?.focus({ preventScroll: true })
  }
  if (body === '') return <p className="reference-summary">{text.empty}</p>
  return (
    <div ref={region} tabIndex={-1} className="grid gap-2">
      <CodeBlock label={text.result} code={body}>
        {lines.join('\n')}
      </CodeBlock>
      {hasMore && (
        <p className="reference-tools">
          {text.cut(formatNumber(lineCount))}
          <Button size="small" onClick={showMore}>
            {text.more}
          </Button>
        </p>
      )}
      {isCut && <p className="reference-summary">{text.cutBody}</p>}
    </div>
  )
}
