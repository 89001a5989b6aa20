import { useQuery } from '@tanstack/react-query'
import Archive from 'lucide-react/icons/archive'
import ArrowDownWideNarrow from 'lucide-react/icons/arrow-down-wide-narrow'
import CircleDot from 'lucide-react/icons/circle-dot'
import Folder from 'lucide-react/icons/folder'
import ListFilter from 'lucide-react/icons/list-filter'
import Tag from 'lucide-react/icons/tag'
import User from 'lucide-react/icons/user'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useRef } from 'react'

import { nameKey } from '#contract/names.rules.ts'
import { formatUserName } from '#web/feedback/people/user-name.rules.ts'
import { userQuery } from '#web/feedback/people/users.data.ts'
import {
  formatBoard,
  useFeedbackBoards,
  useOwners,
  useTags,
} from '#web/feedback/posts/post-options.data.ts'
import { formatPostStatus, keyOfStatus } from '#web/feedback/posts/post-options.rules.ts'
import { PostStatusPill } from '#web/feedback/posts/post-status-pill.tsx'
import { postsText as text } from '#web/messages/en/posts.ts'
import { Button } from '#web/ui/button.tsx'
import { MultiFilter, SingleFilter } from '#web/ui/form/filters.tsx'
import { Icon } from '#web/ui/icon.tsx'
import {
  ages,
  canBeDone,
  isFiltered,
  NONE,
  NOT_DONE,
  roles,
  sorts,
  voteCounts,
} from './inbox-filter.rules.ts'
import { KnownFilter } from './known-filter.ts'
import type { Inbox } from './use-inbox.ts'

/** Status, board, tag, owner and order, as far as the server has them. */
export function InboxFilters({ inbox }: { inbox: Inbox }) {
  const { filter, can, canOwn, statuses = [], setParam, setParams } = inbox
  const boards = useFeedbackBoards()
  const tags = useTags()
  const { owners } = useOwners(null, canOwn)
  const [status] = filter.statuses
  const row = useRef<HTMLDivElement>(null)
  const filterKey = JSON.stringify(filter)
  // The row of a phone scrolls to the chip that grew by its value.
  useEffect(() => {
    const button = row.current?.querySelector('[aria-expanded="true"], :focus')
    button?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [filterKey])
  // Until the statuses are loaded, or when they failed to: a readable name of what is selected.
  const filterValues = inbox.statuses ? [] : filter.statuses
  const statusFilter = {
    label: text.status,
    icon: CircleDot,
    options: [
      ...(can.filters && canBeDone(statuses) ? [{ value: NOT_DONE, label: text.notDone }] : []),
      ...statuses.map((one) => ({
        value: keyOfStatus(one),
        label: one.name,
        content: <PostStatusPill value={one.id} statuses={statuses} />,
      })),
      ...filterValues.map((value) => ({
        value,
        label: value === NOT_DONE ? text.notDone : formatPostStatus(statuses, value),
      })),
    ],
  }
  return (
    <div
      role="group"
      aria-label={text.filters}
      ref={row}
      className="flex scroll-px-4 items-center gap-2 border-b border-line px-4 pt-2.5 pb-3 max-md:overflow-x-auto *:max-md:shrink-0! md:flex-wrap"
    >
      {isFiltered(filter) && <KnownFilter filter={filter} />}
      {can.filters ? (
        <MultiFilter
          {...statusFilter}
          values={filter.statuses}
          onChange={(values) => setParam('status', values.join())}
        />
      ) : (
        <SingleFilter
          {...statusFilter}
          value={status}
          onChange={(value) => setParam('status', value)}
        />
      )}
      <SingleFilter
        label={text.board}
        icon={Folder}
        options={boards.map((board) => ({ value: board.id, label: formatBoard(board) }))}
        value={filter.board}
        onChange={(value) => setParam('board', value)}
      />
      <SingleFilter
        label={text.tag}
        icon={Tag}
        options={[
          // A tag of this name is what the server finds.
          ...(can.filters && !tags.some(({ name }) => nameKey(name) === NONE)
            ? [{ value: NONE, label: text.noTag }]
            : []),
          ...tags.map(({ name }) => ({ value: name, label: name })),
        ]}
        value={filter.tag}
        onChange={(value) => setParam('tag', value)}
      />
      {roles.map((role) => {
        const user_id = filter[role]
        return (
          user_id && (
            <PersonFilter
              key={role}
              label={text.roles[role]}
              user_id={user_id}
              onClear={() => setParam(role, undefined)}
            />
          )
        )
      })}
      {canOwn && (
        <MultiFilter
          label={text.owner}
          icon={User}
          options={[
            { value: NONE, label: text.noOwner },
            ...owners.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          values={filter.owners}
          onChange={(values) => setParam('owner', values.join())}
        />
      )}
      {can.filters && <MoreFilters {...{ filter, setParams }} />}
      {can.views.length > 0 && (
        <SingleFilter
          label={text.view}
          icon={Archive}
          options={can.views.map((view) => ({ value: view, label: text.views[view] }))}
          value={filter.view}
          onChange={(value) => setParam('view', value)}
        />
      )}
      {can.sort && (
        <SingleFilter
          label={text.sort}
          icon={ArrowDownWideNarrow}
          options={[
            { value: '', label: text.newest },
            ...sorts.map((sort) => ({ value: sort, label: text.sorts[sort] })),
          ]}
          value={filter.sort}
          onChange={(value) => setParam('sort', value)}
        />
      )}
    </div>
  )
}

/** What is filtered less often. Of each parameter one value applies: another one replaces it. */
function MoreFilters({ filter, setParams }: Pick<Inbox, 'filter' | 'setParams'>) {
  const { eta, created, votes } = filter
  const chosen = { eta, created, votes }
  const values = Object.entries(chosen).flatMap(([param, value]) =>
    value === undefined ? [] : [`${param}=${value}`],
  )
  // A link may name other numbers than those that are offered.
  const numbers = (offered: readonly string[], value: string | undefined) =>
    [...new Set([...offered, ...(value === undefined ? [] : [value])])].map(Number)
  const options = [
    { value: `eta=${NONE}`, label: text.noEta },
    ...numbers(ages, created).map((days) => ({
      value: `created=${days}`,
      label: text.created(days),
    })),
    ...numbers(voteCounts, votes).map((count) => ({
      value: `votes=${count}`,
      label: text.leastVotes(count),
    })),
  ]
  // What was added comes last, and so replaces another value of its parameter.
  const change = (next: readonly string[]) =>
    setParams({
      eta: undefined,
      created: undefined,
      votes: undefined,
      ...Object.fromEntries(next.map((value) => value.split('='))),
    })
  return (
    <MultiFilter
      label={text.more}
      icon={ListFilter}
      options={options}
      values={values}
      onChange={change}
    />
  )
}

interface PersonFilterProps {
  label: (name: string) => string
  user_id: string
  onClear: () => void
}

/** Comes from the page of a person, and can only be removed here. */
function PersonFilter({ label, user_id, onClear }: PersonFilterProps) {
  const renderName = (name: string) => (
    <Button size="small" aria-label={text.removeFilter(label(name))} onClick={onClear}>
      <bdi className="max-w-48 truncate">{label(name)}</bdi>
      <Icon of={X} />
    </Button>
  )
  return <UserName user_id={user_id}>{renderName}</UserName>
}

interface UserNameProps {
  user_id: string
  children: (name: string) => ReactNode
}

/** What a person is called; until that is loaded their id. */
function UserName({ user_id, children }: UserNameProps) {
  const { data } = useQuery(userQuery(user_id))
  return children(data ? formatUserName(data) : user_id)
}
