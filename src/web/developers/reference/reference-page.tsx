import { useMemo } from 'react'

import { referenceText as text } from '#web/messages/en/reference.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/page-states.tsx'
import { ReferencePanes } from './reference-panes.tsx'
import { useServerDocument } from './reference.data.ts'
import { readReference } from './reference.rules.ts'

const publicDocumentChunk = lazyChunk(() => import('./public-document.ts'))

/** The endpoints of this server, from its own description or from the public API. */
export function Component() {
  const { document, isMissing, isFinal, error, loading, retry } = useServerDocument()
  const reference = useMemo(() => readReference(document), [document])
  const skeleton = (controls?: typeof loading) => (
    <Skeleton label={text.loading} {...(controls && { loading: controls })}>
      <div className="mt-4 h-96 rounded-tray bg-sunken" />
    </Skeleton>
  )
  return (
    <>
      <PageHeader title={text.title} area={text.developers} />
      {reference ? (
        <ReferencePanes reference={reference} />
      ) : isFinal ? (
        <Lazy chunk={publicDocumentChunk} fallback={skeleton()}>
          {({ publicDocument }) => (
            <PublicReference
              json={publicDocument}
              notice={isMissing ? text.publicOnly : text.unreadable}
            />
          )}
        </Lazy>
      ) : error ? (
        <ErrorState title={text.failed} error={error} onRetry={retry} />
      ) : (
        skeleton(loading)
      )}
    </>
  )
}

/** The public API as it was when the dashboard was built. */
function PublicReference({ json, notice }: { json: string; notice: string }) {
  const reference = useMemo(() => readReference(JSON.parse(json)), [json])
  return reference && <ReferencePanes reference={reference} notice={notice} />
}
