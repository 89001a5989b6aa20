import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Board, Card } from '#client/resources.ts'
import { cardFieldText as text } from '#web/messages/en/card-fields.ts'
import { cardSelectionText as selectionText } from '#web/messages/en/card-selection.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { sharedState } from '#web/tasks/card-changes/card-edit.rules.ts'
import {
  type CardMember,
  memberDetails,
  type NamedMember,
} from '#web/tasks/cards/card-copies.rules.ts'
import { useBoardMembers } from '#web/tasks/toolbar/use-card-filter.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { OptionToggles } from '#web/ui/form/option-toggles.tsx'
import { PagesError } from '#web/ui/form/pages-error.tsx'
import { type FieldEditorProps, MAX_PER_CARD } from './labels-editor.tsx'

/** The people who can be assigned, switched on or off. */
export function MembersEditor({ cards, board, onChange }: FieldEditorProps) {
  const [isSearch, setSearch] = useState(false)
  const { members, details, queries, ...loading } = useAssignableMembers(board, cards, isSearch)
  const options = members.map((member) => {
    const detail = details.get(member.id)
    return { id: member.id, label: member.name, ...(detail && { detail }), member }
  })
  const isFull = cards.some((card) => (card.members ?? []).length >= MAX_PER_CARD)
  return (
    <>
      <OptionToggles
        label={text.members}
        searchLabel={text.findMember}
        options={options}
        stateOf={({ id }) => sharedState(cards, (card) => hasMember(card, id))}
        onToggle={({ member }, isAdded) =>
          onChange(isAdded ? { add_members: [member] } : { remove_members: [member] })
        }
        formatToggle={
          cards.length > 1
            ? ({ label }, isAdded) =>
                (isAdded ? selectionText.memberAdded : selectionText.memberRemoved)(
                  cards.length,
                  label,
                )
            : undefined
        }
        renderOption={({ member, label, detail }) => (
          <>
            <Avatar id={member.id} name={label} decorative />
            <span className="min-w-0 truncate">{label}</span>
            {detail && (
              <span className="max-w-3/5 flex-none truncate text-meta text-ink-3">{detail}</span>
            )}
          </>
        )}
        message={isFull ? text.tooMany(MAX_PER_CARD) : undefined}
        {...loading}
        onSearch={() => setSearch(true)}
        emptyMessage={text.noMembers}
      />
      <PagesError queries={queries} />
    </>
  )
}

const hasMember = ({ members }: Card, member_id: string) =>
  members.some(({ id }) => id === member_id)

/** Those on cards of the board first, then the rest of the workspace where the server lists it; all of them for a search. */
function useAssignableMembers(board: Board, cards: readonly Card[], isSearch: boolean) {
  const canList = useCapability('members.list')
  const [onBoard, boardQuery] = useBoardMembers(board, true)
  const query = useInfiniteQuery({ ...endpointPages('GET /members', {}), enabled: canList })
  useAllPages(boardQuery, isSearch)
  useAllPages(query, isSearch)
  const byName = (one: NamedMember, other: NamedMember) => one.name.localeCompare(other.name)
  const workspace = query.data?.pages.flatMap(({ data }) => data) ?? []
  // The cards may be on no list that is loaded.
  const onCards = cards.flatMap((card) => card.members ?? [])
  const all = [...onBoard, ...onCards, ...workspace.toSorted(byName)]
  const byId = new Map<string, CardMember>()
  for (const { id, name, avatar_url } of all)
    if (!byId.has(id)) byId.set(id, { id, name, avatar_url })
  const { isPending, isError, hasNextPage } = query
  const isLoading = canList && !isError && (isPending || hasNextPage)
  return {
    members: [...byId.values()],
    details: memberDetails(all),
    queries: [boardQuery, query],
    isLoading,
    isPartial: hasNextPage,
  }
}
