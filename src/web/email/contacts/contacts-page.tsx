import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom'

import { ListFrame } from '#web/email/lists/list-header.tsx'
import { listHeaderText } from '#web/messages/en/lists.ts'
import { paths } from '#web/paths.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { Button, buttonClass, floatingOnPhoneClass } from '#web/ui/button.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { ContactsView } from './contacts-view.tsx'

/** The contacts of a list or of one of its segments. */
export function Component() {
  const { list_id = '', segment_id } = useParams()
  const canWrite = useCanWrite()
  const [isExporting, setExporting] = useState(false)
  return (
    <ListFrame
      list_id={list_id}
      tab={segment_id === undefined ? 'contacts' : 'segments'}
      actions={
        <>
          {canWrite && segment_id === undefined && (
            <Link to={paths.importContacts(list_id)} className={buttonClass()}>
              {listHeaderText.import}
            </Link>
          )}
          <Button data-command={listHeaderText.exportContacts} onClick={() => setExporting(true)}>
            {listHeaderText.export}
          </Button>
          {canWrite && <AddButton list_id={list_id} segment_id={segment_id} />}
        </>
      }
    >
      <ContactsView
        {...{ list_id, segment_id, isExporting }}
        onExportClose={() => setExporting(false)}
      />
    </ListFrame>
  )
}

interface AddButtonProps {
  list_id: string
  segment_id: string | undefined
}

function AddButton({ list_id, segment_id }: AddButtonProps) {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const offlineProps = useOfflineProps()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const add = () => {
    if (offlineProps) return
    const pathname = paths.newContact(list_id, segment_id)
    // As useOpenContact does.
    void navigate(
      { pathname, search },
      {
        state: { ...state, isOverTable: true },
        preventScrollReset: true,
      },
    )
  }
  return (
    <Button
      {...offlineProps}
      variant="primary"
      icon={Plus}
      hint={singleKeys && 'C'}
      data-create
      data-avoid-toasts
      onClick={add}
      className={floatingOnPhoneClass}
    >
      {listHeaderText.addContact}
    </Button>
  )
}
