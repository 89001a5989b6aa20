import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import { usePreference } from '#web/session/preferences.ts'
import { KeyHint } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

const KEY = '/'

/** Filters boards or cards by name. The text is in the URL; the `/` shortcut focuses the field. */
export function SearchField({ label }: { label: string }) {
  const [search, setSearch] = useSearchParams()
  const query = search.get('q') ?? ''
  const [text, setText] = useState(query)
  const [isFocused, setFocused] = useState(false)
  const singleKeys = usePreference('single_key_shortcuts') === 'on'

  const updateText = (value: string) => {
    setText(value)
    // Replaces the history entry, so that Back leaves the page instead of undoing letters.
    setSearch(
      (params) => {
        if (value) params.set('q', value)
        else params.delete('q')
        return params
      },
      { replace: true },
    )
  }

  // The URL also changes without typing: another tab of the page, Back, "Clear".
  const [previousQuery, setPreviousQuery] = useState(query)
  if (query !== previousQuery) {
    setPreviousQuery(query)
    if (!isFocused) setText(query)
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
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onChange={(event) => updateText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && updateText('')}
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
