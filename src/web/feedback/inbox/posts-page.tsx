import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'

// With its style sheet.
const inboxView = lazyChunk(() => import('./inbox-view.tsx'))

export const Component = () => <Lazy chunk={inboxView}>{({ InboxView }) => <InboxView />}</Lazy>
