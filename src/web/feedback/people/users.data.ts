import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'

import type { PortalUser } from '#client/resources.ts'
import { endpointPages, endpointQuery } from '#web/query/endpoint-query.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import type { MutationResult } from '#web/session/mutations/mutation.ts'
import type { KeySession } from '#web/session/session.ts'
import { filterUsers, findByAddress, isUserId } from './user-name.rules.ts'

const endpoint = 'GET /feedback/users'

interface UserPage {
  /** Needs `users.search`. */
  readonly search?: string | undefined
  readonly starting_after?: string | undefined
  /** Needs `totals`. */
  readonly include_total?: boolean | undefined
}

/** One page of users, newest first. */
export const usersQuery = ({ search, starting_after, include_total }: UserPage) =>
  endpointQuery(endpoint, {
    ...(search && { search }),
    ...(starting_after !== undefined && { starting_after }),
    ...(include_total && { include_total }),
  })

/** The newest users. */
const newestUsersQuery = () => endpointQuery(endpoint, {})

/** Users by words of their name, address or external id. Needs `users.search`. */
const userSearchQuery = (search: string) => endpointQuery(endpoint, { search })

/** One user with counters. */
export const userQuery = (user_id: string) =>
  endpointQuery('GET /feedback/users/:user_id', { user_id })

/** The users for a text: found by the server, or among the newest ones and by their id. */
export function useFoundUsers(query: string, canSearch: boolean) {
  const isSearch = canSearch && query !== ''
  const list = useQuery({
    ...(isSearch ? userSearchQuery(query) : newestUsersQuery()),
    placeholderData: keepPreviousData,
  })
  const isId = isUserId(query)
  const one = useQuery({ ...userQuery(query), enabled: isId })
  const isMissing = one.error?.code === 'not_found'
  const loaded = list.data?.data ?? []
  const matches = isSearch || query === '' ? loaded : filterUsers(loaded, query)
  const exact = isId ? one.data : undefined
  const users: readonly PortalUser[] = exact
    ? [exact, ...matches.filter(({ id }) => id !== exact.id)]
    : matches
  const failed = list.error ? list : isId && one.error && !isMissing ? one : undefined
  return {
    users,
    isCurrent: list.isSuccess && !list.isPlaceholderData && (!isId || !one.isFetching),
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  }
}

/** A user, or an address that becomes one when it is identified. */
export type UserChoice =
  | { readonly type: 'user'; readonly user: PortalUser }
  | { readonly type: 'address'; readonly email: string }

type Identified =
  | { readonly state: 'success'; readonly output: PortalUser }
  | Exclude<MutationResult<'POST /feedback/users/identify'>, { state: 'success' }>

/** The user of a choice. A new address is identified first, which finds the user who has it or creates one. */
export async function identifyChoice(session: KeySession, choice: UserChoice): Promise<Identified> {
  if (choice.type === 'user') return { state: 'success', output: choice.user }
  const { email } = choice
  return session.mutate('POST /feedback/users/identify', { email }, { silent: true })
}

/** The user with an address or an id, for a server that cannot search: it reads every page until one has the address. */
export function useExactUser(text: string, isEnabled: boolean) {
  const isId = isUserId(text)
  const one = useQuery({ ...userQuery(text), enabled: isEnabled && isId })
  const isAddressSearch = isEnabled && text.includes('@')
  const all = useInfiniteQuery({ ...endpointPages(endpoint, {}), enabled: isAddressSearch })
  const loaded = all.data?.pages.flatMap(({ data }) => data) ?? []
  const match = isId ? one.data : findByAddress(loaded, text)
  const isSearching = isAddressSearch && match === undefined && (all.hasNextPage || all.isPending)
  useAllPages(all, isSearching)
  const isMissing = one.error?.code === 'not_found'
  return {
    match,
    isPending: isSearching || (isId && one.isPending),
    loadedCount: loaded.length,
    error: all.error ?? (isMissing ? null : one.error),
    retry: () => void (isId ? one.refetch() : all.refetch()),
  }
}
