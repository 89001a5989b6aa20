import { useQuery } from '@tanstack/react-query'

import type { PortalUser } from '#client/resources.ts'
import { personText as text } from '#web/messages/en/people.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { Button } from '#web/ui/button.tsx'
import { formatUserDetail, formatUserName } from './user-name.rules.ts'
import { userQuery } from './users.data.ts'

/** Two people to merge. */
export interface PeoplePair {
  readonly user: PortalUser
  readonly other: PortalUser
}

interface MismatchedPeopleProps {
  ids: readonly string[]
  /** The one who is edited, who is not in `ids`. */
  user?: PortalUser | undefined
  onOpen: (user_id: string) => void
  onMerge: (pair: PeoplePair) => void
}

/** Identifiers belong to different people: each of them can be opened, and two can be merged. */
export function MismatchedPeople({ ids, user, onOpen, onMerge }: MismatchedPeopleProps) {
  const canMerge = useCapability('users.merge')
  const canWrite = useCanWrite()
  // At most two; `useQueries` would be in the first load of every page.
  const people = [useNamedUser(ids[0]), useNamedUser(ids[1])]
  const others = people.filter((one) => one !== undefined)
  const [first, second] = user ? [user, ...others] : others
  return (
    <div
      role="alert"
      className="grid gap-2 rounded-control bg-bad-soft px-3 py-2 wrap-anywhere text-bad-ink"
    >
      <p>{text.mismatch}</p>
      <ul className="grid gap-1">
        {ids.map((id, index) => (
          <OtherPerson key={id} id={id} user={people[index]} onOpen={() => onOpen(id)} />
        ))}
      </ul>
      <p>{text.mismatchHint}</p>
      {canMerge && canWrite && first && second && (
        <Button
          className="justify-self-start"
          onClick={() => onMerge({ user: first, other: second })}
        >
          {text.mergeBoth(formatUserName(first), formatUserName(second))}
        </Button>
      )}
    </div>
  )
}

const useNamedUser = (id: string | undefined) =>
  useQuery({ ...userQuery(id ?? ''), enabled: id !== undefined }).data

interface OtherPersonProps {
  id: string
  user: PortalUser | undefined
  onOpen: () => void
}

function OtherPerson({ id, user, onOpen }: OtherPersonProps) {
  const name = user ? formatUserName(user) : id
  return (
    <li className="flex flex-wrap items-center justify-between gap-2">
      <span>
        <bdi>{name}</bdi> {user && <bdi className="text-meta">{formatUserDetail(user)}</bdi>}
      </span>
      <Button onClick={onOpen}>{text.open(name)}</Button>
    </li>
  )
}
