import { useParams } from 'react-router-dom'

import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'

// With its charts and their style sheet.
const reportView = lazyChunk(() => import('./report-view.tsx'))

/** Loads what the route shows; the page itself is small. */
export const loadReport = () => reportView.load()

export function Component() {
  const { campaign_id = '' } = useParams()
  return (
    <Lazy chunk={reportView}>
      {({ ReportView }) => <ReportView key={campaign_id} campaign_id={campaign_id} />}
    </Lazy>
  )
}
