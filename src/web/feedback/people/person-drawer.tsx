import { useQuery, useQueryClient } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import MessageCircle from 'lucide-react/icons/message-circle'
import User from 'lucide-react/icons/user'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'

import type { PortalUser } from '#client/resources.ts'
import { peopleText, personText as text } from '#web/messages/en/people.ts'
import { paths } from '#web/paths.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { CopyableId } from '#web/ui/copyable.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { PageState, Skeleton } from '#web/ui/page-states.tsx'
import { Menu } from '#web/ui/popup/menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { PersonActionDialog } from './person-action-dialog.tsx'
import { PersonMenuItems } from './person-menu-items.tsx'
import { isKnownCounter, listCounters } from './user-form.rules.ts'
import { formatUserName } from './user-name.rules.ts'
import { userQuery } from './users.data.ts'

interface PersonDrawerProps {
  user_id: string
  onClose: () => void
  onOpen: (user_id: string) => void
}

/** One person over the table; on a phone a page of its own. */
export function PersonDrawer({ user_id, onClose, onOpen }: PersonDrawerProps) {
  const queryClient = useQueryClient()
  const [dialog, openDialog] = useState<ReactNode>(null)
  const canWrite = useCanWrite()
  const offlineProps = useOfflineProps()
  const query = useQuery({
    ...userQuery(user_id),
    placeholderData: () => {
      type Page = { readonly data?: readonly PortalUser[] }
      const pages = queryClient.getQueriesData<Page>({ queryKey: ['GET /feedback/users'] })
      return pages.flatMap(([, page]) => page?.data ?? []).find(({ id }) => id === user_id)
    },
  })
  const { data, error } = query
  const act = (user: PortalUser) => {
    const close = () => openDialog(null)
    openDialog(<PersonActionDialog user={user} onClose={close} />)
  }
  if (error?.code === 'not_found')
    return (
      <Drawer title={text.missing} onClose={onClose}>
        <PageState
          state="missing"
          icon={User}
          title={text.missing}
          action={<Button onClick={onClose}>{text.back}</Button>}
        >
          {text.missingDescription}
        </PageState>
        {dialog}
      </Drawer>
    )
  if (!data)
    return (
      <Drawer title={text.loading} onClose={onClose}>
        {error ? (
          <ErrorState title={text.failed} error={error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton label={text.loading}>
            <div className="h-40" />
          </Skeleton>
        )}
      </Drawer>
    )
  const label = peopleText.actions(formatUserName(data))
  return (
    <Drawer
      title={formatUserName(data)}
      details={<CopyableId id={data.id} label={text.idName} />}
      actions={
        <Menu label={label} trigger={<IconButton icon={Ellipsis} label={label} />} align="end">
          <PersonMenuItems user={data} openDialog={openDialog} onOpen={onOpen} />
        </Menu>
      }
      onClose={onClose}
    >
      <Counters user={data} />
      <Details user={data} />
      <Attributes user={data} />
      {canWrite && (
        <div className="flex flex-wrap gap-2 border-t border-line pt-5">
          <Button {...offlineProps} icon={MessageCircle} onClick={() => offlineProps || act(data)}>
            {peopleText.act}
          </Button>
        </div>
      )}
      {dialog}
    </Drawer>
  )
}

/** The filter of the posts inbox that lists what a counter counts. */
const roleOf = { posts: 'author', votes: 'voter', comments: 'commenter' } as const

function Counters({ user }: { user: PortalUser }) {
  const counters = listCounters(user)
  const canFilter = useCapability('filters')
  if (counters.length === 0) return null
  return (
    <Section title={text.counters}>
      {counters.map(([name, count]) => (
        <Fact key={name} name={isKnownCounter(name) ? peopleText.columns[name] : name}>
          {isKnownCounter(name) && canFilter && count > 0 ? (
            <Link
              to={paths.filteredPosts(roleOf[name], user.id)}
              aria-label={text.counted[name](count)}
              className="font-medium text-accent-ink hover:underline"
            >
              {formatNumber(count)}
            </Link>
          ) : (
            formatNumber(count)
          )}
        </Fact>
      ))}
    </Section>
  )
}

function Details({ user }: { user: PortalUser }) {
  const { email, external_id, last_seen_at, created_at } = user
  return (
    <Section title={text.details}>
      {email && (
        <Fact name={peopleText.columns.email}>
          <bdi>{email}</bdi>
        </Fact>
      )}
      {external_id && (
        <Fact name={peopleText.columns.external_id}>
          <bdi>{external_id}</bdi>
        </Fact>
      )}
      {last_seen_at && (
        <Fact name={peopleText.columns.last_seen_at}>
          <RelativeTime at={last_seen_at} />
        </Fact>
      )}
      {created_at && (
        <Fact name={text.created}>
          <RelativeTime at={created_at} />
        </Fact>
      )}
    </Section>
  )
}

function Attributes({ user }: { user: PortalUser }) {
  const attributes = Object.entries(user.attributes ?? {})
  if (attributes.length === 0) return null
  return (
    <Section title={text.attributes}>
      {attributes.map(([name, value]) => (
        <Fact key={name} name={name}>
          <bdi>{value}</bdi>
        </Fact>
      ))}
    </Section>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mb-6" aria-label={title}>
    <h3 className="font-semibold">{title}</h3>
    <dl className="mt-2 grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-cell wrap-anywhere">
      {children}
    </dl>
  </section>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="text-ink-3">{name}</dt>
    <dd>{children}</dd>
  </div>
)
