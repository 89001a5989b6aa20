import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import { endpointQuery } from '#web/query/endpoint-query.ts'
import { getDelayedMutations } from '#web/session/mutations/delayed-mutations.ts'
import { useDraft } from '#web/session/mutations/drafts.ts'
import { useSession } from '#web/session/session.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Group } from './gallery-section.tsx'

/** What waits before it is sent, on real things: `?list=…&post=…`. In development only; its texts are samples. */
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
  const held = getDelayedMutations(useSession())
  const paused = useOfflineProps()
  const contacts = useQuery(endpointQuery('GET /lists/:list_id/contacts', { list_id }))
  const [gone, setGone] = useState<readonly string[]>([])

  const remove = (contact_id: string, address: string) => {
    setGone((now) => [...now, contact_id])
    const putBack = () => setGone((now) => now.filter((one) => one !== contact_id))
    held.delay('delete_contact', {
      label: `Deleted ${address}`,
      name: 'DELETE /lists/:list_id/contacts/:contact_id',
      input: { list_id, contact_id },
      onUndo: putBack,
      onError: putBack,
      invalidates: ['GET /lists/:list_id/contacts'],
    })
  }
  return (
    <Group name="A deletion">
      <ul>
        {contacts.data?.data
          .filter(({ id }) => !gone.includes(id))
          .map(({ id, email_address }) => (
            <li key={id} data-testid="row" data-id={id} className="flex items-center gap-3">
              {email_address}
              <Button {...paused} size="small" onClick={() => remove(id, email_address)}>
                Delete {email_address}
              </Button>
            </li>
          ))}
      </ul>
    </Group>
  )
}

function Comment({ post_id }: { post_id: string }) {
  const held = getDelayedMutations(useSession())
  const [body, write, sent] = useDraft(`comment:${post_id}`)
  const send = () => {
    sent()
    held.delay('comment', {
      label: 'Commented',
      name: 'POST /feedback/posts/:post_id/comments',
      input: { post_id, body },
      onUndo: () => write(body),
      onError: () => write(body),
    })
  }
  return (
    <Group name="A comment">
      <TextArea label="Comment" value={body} onChange={(event) => write(event.target.value)} />
      <Button onClick={send}>Send</Button>
    </Group>
  )
}
