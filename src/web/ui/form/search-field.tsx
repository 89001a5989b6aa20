import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { IconButton, KeyHint } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useSearchState } from './use-search-state.ts'

const KEY = '/'

interface SearchFieldProps {
  label: string
  /** Whether `/` focuses the field. */
  singleKeys: boolean
  autoFocus?: boolean
  /** Esc in the empty field. */
  onClose?: () => void
  /** Its width beside others. */
  className?: string
}

/** Filters the items of a page. The text is in the URL; the `/` shortcut focuses the field. */
export function SearchField(props: SearchFieldProps) {
  const {
    label,
    singleKeys,
    autoFocus = false,
    onClose,
    className = 'md:w-44 md:flex-none',
  } = props
  const [search, setSearch] = useSearchState()
  const query = search.get('q') ?? ''
  const [text, setText] = useState(query)
  const field = useRef<HTMLInputElement>(null)
  const [isFocused, setFocused] = useState(false)

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
    <div role="search" className={`relative min-w-32 flex-1 ${className}`}>
      <Icon of={Search} className="absolute start-2.5 top-1/2 -translate-y-1/2 text-ink-3" />
      <input
        ref={field}
        type="search"
        autoFocus={autoFocus}
        aria-label={label}
        placeholder={label}
        aria-keyshortcuts={singleKeys ? KEY : undefined}
        value={text}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onChange={(event) => updateText(event.target.value)}
        onKeyDown={({ key }) => key === 'Escape' && (text === '' ? onClose?.() : updateText(''))}
        className="peer h-control w-full rounded-control border border-line-strong bg-surface ps-8 pe-8 text-cell [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== '' && (
        <IconButton
          icon={X}
          label={messages.app.clear}
          onClick={() => (updateText(''), field.current?.focus())}
          className="absolute end-1 top-1/2 size-6! -translate-y-1/2 pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5"
        />
      )}
      {singleKeys && text === '' && (
        <span className="pointer-events-none absolute end-2 top-1/2 -translate-y-1/2 text-ink-3 peer-focus:hidden">
          <KeyHint>{KEY}</KeyHint>
        </span>
      )}
    </div>
  )
}
