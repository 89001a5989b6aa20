import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'

// With its style sheet.
const changelogView = lazyChunk(() => import('./changelog-view.tsx'))

/** Loads what the route shows; the page itself is small. */
export const loadChangelog = () => changelogView.load()

export const Component = () => (
  <Lazy chunk={changelogView}>{({ ChangelogView }) => <ChangelogView />}</Lazy>
)
