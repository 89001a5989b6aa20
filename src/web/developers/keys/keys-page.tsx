import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'

// With its table and its forms, which other pages load later as well.
const view = lazyChunk(() => import('./keys-view.tsx'))
view.load().catch(() => undefined) // rendering tries again

export const Component = () => (
  <Lazy chunk={view} fallback={<div data-state="loading" aria-busy className="flex-1" />}>
    {({ KeysView }) => <KeysView />}
  </Lazy>
)
