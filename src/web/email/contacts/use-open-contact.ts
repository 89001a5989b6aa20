import { useMemo } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'

import type { Contact } from '#client/resources.ts'
import { paths } from '#web/paths.ts'

/** In the history entry of a drawer that was opened from the table: Back closes it. */
interface DrawerState {
  readonly isOverTable?: boolean
  /** The address that the drawer of a new contact begins with. */
  readonly address?: string
}

/** The drawer that the URL names. Its history entry keeps the pages before the one below it. */
export function useOpenContact(list_id: string, segment_id: string | undefined) {
  const { contact_id } = useParams()
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  // Written here, or by useCursorPages; other pages leave it empty.
  const current = state as DrawerState | null
  const table = segment_id === undefined ? paths.list(list_id) : paths.segment(list_id, segment_id)
  const isNew = pathname === paths.newContact(list_id, segment_id)
  const linkState = useMemo(
    () => ({ ...current, isOverTable: true, address: undefined }),
    [current],
  )

  const open = (to: string, more: DrawerState = {}) => {
    const isOpen = isNew || contact_id !== undefined
    void navigate(
      { pathname: to, search },
      { state: { ...linkState, ...more }, replace: isOpen, preventScrollReset: true },
    )
  }
  return {
    contact_id: isNew ? undefined : contact_id,
    isNew,
    address: current?.address ?? '',
    /** For links of rows. */
    linkState,
    openContact: ({ id }: Pick<Contact, 'id'>) => open(paths.contact(list_id, id, segment_id)),
    openNew: (address = '') => open(paths.newContact(list_id, segment_id), { address }),
    close: () => {
      if (current?.isOverTable) return void navigate(-1)
      void navigate({ pathname: table, search }, { replace: true, state, preventScrollReset: true })
    },
  }
}

export type OpenContact = ReturnType<typeof useOpenContact>
