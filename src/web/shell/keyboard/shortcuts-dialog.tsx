import { useState } from 'react'

import { shellDialogText } from '#web/messages/en/shell-dialogs.ts'
import { setPreference, usePreference } from '#web/session/preferences.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { currentPageName } from './page-controls.ts'
import { findShortcuts, keyCaps, type Shortcut, shortcutPages } from './shortcuts.ts'

const helpText = shellDialogText.help

/** The keyboard map, this page first, and the switch for single-key shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [page] = useState(currentPageName)
  const [text, setText] = useState('')
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const matches = findShortcuts(text)
  const description = helpText.pages[page]
  return (
    <Dialog title={helpText.title} onClose={onClose} className="md:w-[36rem]">
      {description && <p className="text-ink-2">{description}</p>}
      <Field
        data-autofocus
        type="search"
        label={helpText.find}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="grid gap-5">
        {scopes.map((scope) => (
          <ShortcutList
            key={scope}
            title={titles[scope]}
            shortcuts={matches.filter((shortcut) => scopeOf(shortcut, page) === scope)}
            isDisabled={!singleKeys}
          />
        ))}
        {matches.length === 0 && <p role="status">{helpText.none(text)}</p>}
      </div>
      <Checkbox
        label={helpText.singleKeys}
        hint={helpText.singleKeysDescription}
        checked={singleKeys}
        onChange={(event) =>
          setPreference('single_key_shortcuts', event.target.checked ? 'on' : 'off')
        }
      />
    </Dialog>
  )
}

const titles = { here: helpText.here, everywhere: helpText.everywhere, ...helpText.elsewhere }
const scopes = [
  'here',
  'everywhere',
  'board',
  'contacts',
  'tables',
  'campaigns',
  'posts',
  'changelog',
] as const

function scopeOf({ scope }: Shortcut, page: string) {
  if (scope === undefined) return 'everywhere'
  const pages: readonly string[] = shortcutPages[scope]
  return pages.includes(page) ? 'here' : scope
}

interface ShortcutListProps {
  title: string
  shortcuts: readonly Shortcut[]
  /** Single-key shortcuts are turned off. */
  isDisabled: boolean
}

function ShortcutList({ title, shortcuts, isDisabled }: ShortcutListProps) {
  if (shortcuts.length === 0) return null
  return (
    <section className="grid gap-1">
      <h3 className="text-tag font-semibold text-ink-3">{title}</h3>
      <dl className="grid">
        {shortcuts.map((shortcut) => (
          <div
            key={shortcut.keys.join(' ')}
            className={`flex min-h-8 items-center justify-between gap-4 border-b border-line last:border-0 ${isDisabled && shortcut.single ? 'text-ink-disabled line-through' : ''}`}
          >
            <dt>{shortcut.action}</dt>
            <dd className="flex shrink-0 items-center gap-1.5 text-ink-2">
              <Keys shortcut={shortcut} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Keys = ({ shortcut }: { shortcut: Shortcut }) =>
  shortcut.keys.map((keys, index) => (
    <span key={keys} className="flex items-center gap-1">
      {index > 0 && shortcut.keys[0] === 'G' && (
        <span className="text-meta text-ink-3">{shellDialogText.help.after}</span>
      )}
      {keyCaps(keys).map((cap) => (
        <kbd
          key={cap}
          className="rounded-[5px] border border-line-strong px-1.5 font-sans text-tag leading-5"
        >
          {cap}
        </kbd>
      ))}
    </span>
  ))
