import { useInfiniteQuery } from '@tanstack/react-query'

import type { ApiKey } from '#client/resources.ts'
import { editKeyText as text } from '#web/messages/en/keys.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { formatFieldValue } from '#web/session/resources/format-field.ts'
import { inList } from '#web/session/resources/places.ts'
import { defineResource, findInPages } from '#web/session/resources/resource.ts'
import { useCapability } from '#web/session/use-capabilities.ts'

export const keysQuery = () => endpointPages('GET /api-keys', {})

/** Scope and expiry of a key are fixed: another key is created instead. */
export const keyResource = defineResource<ApiKey, 'name' | 'member'>({
  kind: 'api_key',
  places: [inList<ApiKey>('GET /api-keys')],
  fields: {
    name: { label: text.fields.name, format: formatFieldValue },
    member: {
      label: text.fields.member,
      format: (member) => formatFieldValue(member?.name),
      isEqual: (one, other) => one?.id === other?.id,
    },
  },
  savedFields: ['updated_at'],
  title: ({ name }) => name,
  label: ({ name: before }, { name, member }) => {
    if (name === undefined) return text.memberChanged(before)
    return member === undefined ? text.renamed(name) : text.renamedWithMember(name)
  },
  scope: ({ id }) => `api_key:${id}`,
  save: ({ mutate }, { id: key_id }, { name, member }, options) =>
    mutate(
      'PATCH /api-keys/:key_id',
      {
        key_id,
        ...(name !== undefined && { name }),
        ...(member !== undefined && { member_id: member?.id ?? null }),
      },
      options,
    ),
  read: (session, { id }) => findInPages(session, 'GET /api-keys', {}, (one) => one.id === id),
})

/** Those a key can belong to, by name. None on a server that does not list them. */
export function useMembers() {
  const canList = useCapability('members.list')
  const query = useInfiniteQuery({ ...endpointPages('GET /members', {}), enabled: canList })
  useAllPages(query, canList)
  const members = query.data?.pages.flatMap(({ data }) => data) ?? []
  const byName = members.toSorted((one, other) => one.name.localeCompare(other.name))
  return { members: byName, query, canList }
}
