import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import { endpointQuery } from '#web/query/endpoint-query.ts'
import { getDelayedMutations } from '#web/session/mutations/delayed-mutations.ts'
import { useDraft } from '#web/session/mutations/drafts.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/form/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { GallerySection } from './gallery-section.tsx'

/** Delayed mutations on real data: `?list=…&post=…`. Development only; the texts are samples. */
export function Component() {
  const [search] = useSearchParams()
  return (
    <div className="grid gap-8">
      <PageHeader title="Waits" />
      <Contacts list_id={search.get('list') ?? ''} />
      <Comment post_id={search.get('post') ?? ''} />
    </div>
  )
}

function Contacts({ list_id }: { list_id: string }) {
  const delayedMutations = getDelayedMutations(useSession())
  const offlineProps = useOfflineProps()
  const contacts = useQuery(endpointQuery('GET /lists/:list_id/contacts', { list_id }))
  const [deletedIds, setDeletedIds] = useState<readonly string[]>([])

  const remove = (contact_id: string, address: string) => {
    setDeletedIds((now) => [...now, contact_id])
    const restore = () => setDeletedIds((now) => now.filter((one) => one !== contact_id))
    delayedMutations.delay('delete_campaign', {
      label: `Deleted ${address}`,
      name: 'DELETE /lists/:list_id/contacts/:contact_id',
      input: { list_id, contact_id },
      onUndo: restore,
      onError: restore,
    })
  }
  return (
    <GallerySection name="A deletion">
      <ul>
        {contacts.data?.data
          .filter(({ id }) => !deletedIds.includes(id))
          .map(({ id, email_address }) => (
            <li key={id} data-testid="row" data-id={id} className="flex items-center gap-3">
              {email_address}
              <Button {...offlineProps} size="small" onClick={() => remove(id, email_address)}>
                Delete {email_address}
              </Button>
            </li>
          ))}
      </ul>
    </GallerySection>
  )
}

function Comment({ post_id }: { post_id: string }) {
  const delayedMutations = getDelayedMutations(useSession())
  const [body, write, sent] = useDraft(`comment:${post_id}`)
  const send = () => {
    sent()
    delayedMutations.delay('publish', {
      sendsOnClose: true,
      label: 'Commented',
      name: 'POST /feedback/posts/:post_id/comments',
      input: { post_id, body },
      onUndo: () => write(body),
      onError: () => write(body),
    })
  }
  return (
    <GallerySection name="A comment">
      <TextArea label="Comment" value={body} onChange={(event) => write(event.target.value)} />
      <Button onClick={send}>Send</Button>
    </GallerySection>
  )
}
