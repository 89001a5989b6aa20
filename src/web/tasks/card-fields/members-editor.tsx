import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { Board, Card } from '#client/resources.ts'
import { cardFieldText as text } from '#web/messages/en/card-fields.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import {
  type CardMember,
  memberNames,
  type NamedMember,
  sharedState,
} from '#web/tasks/cards/card-edit.rules.ts'
import { useBoardMembers } from '#web/tasks/toolbar/use-card-filter.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { formatLoadError } from '#web/ui/error-message.ts'
import { type FieldEditorProps, MAX_PER_CARD } from './labels-editor.tsx'
import { OptionToggles } from './option-toggles.tsx'

/** The people who can be assigned, switched on or off. */
export function MembersEditor({ cards, board, onChange }: FieldEditorProps) {
  const { members, error, isLoading } = useAssignableMembers(board, cards)
  const options = members.map(({ label, ...member }) => ({ id: member.id, label, member }))
  const isFull = cards.some((card) => (card.members ?? []).length >= MAX_PER_CARD)
  return (
    <OptionToggles
      label={text.members}
      searchLabel={text.findMember}
      options={options}
      stateOf={({ id }) => sharedState(cards, (card) => hasMember(card, id))}
      onToggle={({ member }, isAdded) =>
        onChange(isAdded ? { add_members: [member] } : { remove_members: [member] })
      }
      renderOption={({ member, label }) => (
        <>
          <Avatar id={member.id} name={member.name} decorative />
          {label}
        </>
      )}
      message={error ? formatLoadError(error) : isFull ? text.tooMany(MAX_PER_CARD) : undefined}
      isLoading={isLoading}
      emptyMessage={text.noMembers}
    />
  )
}

const hasMember = ({ members }: Card, member_id: string) =>
  members.some(({ id }) => id === member_id)

/** Those on cards of the board first, then the rest of the workspace where the server lists it. */
function useAssignableMembers(board: Board, cards: readonly Card[]) {
  const canList = useCapability('members.list')
  const onBoard = useBoardMembers(board, true)
  const query = useInfiniteQuery({ ...endpointPages('GET /members', {}), enabled: canList })
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const byName = (one: NamedMember, other: NamedMember) => one.name.localeCompare(other.name)
  const workspace = query.data?.pages.flatMap(({ data }) => data) ?? []
  // The cards may be on no list that is loaded.
  const onCards = cards.flatMap((card) => card.members ?? [])
  const all = [...onBoard, ...onCards, ...workspace.toSorted(byName)]
  const byId = new Map<string, CardMember>()
  for (const { id, name, avatar_url } of all)
    if (!byId.has(id)) byId.set(id, { id, name, avatar_url })
  const names = memberNames(all)
  const members = [...byId.values()].map((member) => ({
    ...member,
    label: names.get(member.id) ?? member.name,
  }))
  const isLoading = canList && !isError && (query.isPending || hasNextPage)
  return { members, error: query.error, isLoading }
}
