import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import { usePreference } from '#web/session/preferences.ts'
import { KeyHint } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

const KEY = '/'

/** Finds by name, boards or the cards of one; the text is in the address, and `/` comes here. */
export function BoardsFind({ label }: { label: string }) {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('q') ?? ''
  const [text, setText] = useState(asked)
  const [typing, setTyping] = useState(false)
  const singleKeys = usePreference('single_key_shortcuts') === 'on'

  const find = (typed: string) => {
    setText(typed)
    // Typing replaces, so Back leaves the page and does not undo letters.
    setSearch(
      (now) => {
        if (typed) now.set('q', typed)
        else now.delete('q')
        return now
      },
      { replace: true },
    )
  }

  // The address also changes without typing: another view of the page, Back, "Clear".
  const [seen, setSeen] = useState(asked)
  if (asked !== seen) {
    setSeen(asked)
    if (!typing) setText(asked)
  }

  return (
    <div role="search" className="relative min-w-32 flex-1 md:w-44 md:flex-none">
      <Icon of={Search} className="absolute start-2.5 top-1/2 -translate-y-1/2 text-ink-3" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        aria-keyshortcuts={singleKeys ? KEY : undefined}
        value={text}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
        onChange={(event) => find(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && find('')}
        className="peer h-control w-full rounded-control border border-line-strong bg-surface ps-8 pe-2 text-cell [&::-webkit-search-cancel-button]:hidden"
      />
      {singleKeys && (
        <span className="pointer-events-none absolute end-2 top-1/2 -translate-y-1/2 text-ink-3 peer-focus:hidden">
          <KeyHint>{KEY}</KeyHint>
        </span>
      )}
    </div>
  )
}
