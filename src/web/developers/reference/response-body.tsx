import { useMemo, useState } from 'react'

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
  if (body === '') return <p className="reference-summary">{text.empty}</p>
  return (
    <>
      <CodeBlock label={text.result} code={body}>
        {lines.join('\n')}
      </CodeBlock>
      {hasMore && (
        <p className="reference-tools">
          {text.cut(formatNumber(lineCount))}
          <Button size="small" onClick={() => setShown({ response, lineCount: lineCount + LINES })}>
            {text.more}
          </Button>
        </p>
      )}
      {isCut && <p className="reference-summary">{text.cutBody}</p>}
    </>
  )
}
