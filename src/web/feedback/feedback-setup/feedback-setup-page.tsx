import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'

// With its style sheet.
const setupView = lazyChunk(() => import('./setup-view.tsx'))
setupView.load().catch(() => undefined) // rendering tries again

export const Component = () => (
  <Lazy chunk={setupView} fallback={<div data-state="loading" aria-busy className="flex-1" />}>
    {({ SetupView }) => <SetupView />}
  </Lazy>
)
