import { useParams } from 'react-router-dom'

import { ListFrame } from '#web/email/lists/list-header.tsx'
import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'

// With its style sheet.
const contactsView = lazyChunk(() => import('./contacts-view.tsx'))
// Together with the requests of the page, before it renders.
contactsView.load().catch(() => undefined) // rendering tries again

/** The contacts of a list or of one of its segments. */
export function Component() {
  const { list_id = '', segment_id } = useParams()
  return (
    <ListFrame list_id={list_id} tab={segment_id === undefined ? 'contacts' : 'segments'}>
      <Lazy
        chunk={contactsView}
        fallback={<div data-state="loading" aria-busy className="min-h-0 flex-1" />}
      >
        {({ ContactsView }) => <ContactsView list_id={list_id} segment_id={segment_id} />}
      </Lazy>
    </ListFrame>
  )
}
