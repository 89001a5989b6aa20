import { useState } from 'react'

import { shell } from '#web/messages/en/shell.ts'
import { setPreference, usePreference } from '#web/session/preferences.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox, Field } from '#web/ui/field.tsx'
import { currentPage } from './page-name.ts'
import { ShortcutList } from './shortcut-list.tsx'
import { findShortcuts, shortcuts } from './shortcuts.ts'

const said = shell.help

/** What the keyboard does, this page first, and the switch for keys of one letter. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const [page] = useState(currentPage)
  const [text, setText] = useState('')
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const found = findShortcuts(shortcuts, text)
  const about = said.pages[page]
  return (
    <Dialog title={said.title} onClose={onClose} className="md:w-[36rem]">
      {about && <p className="text-ink-2">{about}</p>}
      <Field
        data-autofocus
        type="search"
        label={said.find}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="grid gap-5">
        <ShortcutList
          title={said.here}
          shortcuts={found.filter((one) => one.page === page)}
          off={!singleKeys}
        />
        <ShortcutList
          title={said.everywhere}
          shortcuts={found.filter((one) => one.page === undefined)}
          off={!singleKeys}
        />
        <ShortcutList
          title={said.elsewhere}
          shortcuts={found.filter((one) => one.page !== undefined && one.page !== page)}
          off={!singleKeys}
        />
        {found.length === 0 && <p role="status">{said.none(text)}</p>}
      </div>
      <Checkbox
        label={said.singleKeys}
        hint={said.singleKeysMeaning}
        checked={singleKeys}
        onChange={(event) =>
          setPreference('single_key_shortcuts', event.target.checked ? 'on' : 'off')
        }
      />
    </Dialog>
  )
}
