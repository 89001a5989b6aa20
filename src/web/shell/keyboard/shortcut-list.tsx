import { shell } from '#web/messages/en/shell.ts'
import { keyCaps, type Shortcut } from './shortcuts.ts'

interface ShortcutListProps {
  title: string
  shortcuts: readonly Shortcut[]
  /** Keys of one letter are turned off. */
  off: boolean
}

/** One group of the keyboard map. */
export function ShortcutList({ title, shortcuts, off }: ShortcutListProps) {
  if (shortcuts.length === 0) return null
  return (
    <section className="grid gap-1">
      <h3 className="text-tag font-semibold text-ink-3">{title}</h3>
      <dl className="grid">
        {shortcuts.map((shortcut) => (
          <div
            key={shortcut.keys.join(' ')}
            className={`flex min-h-8 items-center justify-between gap-4 border-b border-line last:border-0 ${off && shortcut.single ? 'text-ink-disabled line-through' : ''}`}
          >
            <dt>{shortcut.does}</dt>
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
        <span className="text-meta text-ink-3">{shell.help.after}</span>
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
