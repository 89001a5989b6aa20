import Search from 'lucide-react/icons/search'

import { words } from '#web/messages/en/en.ts'
import { KeyHint } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { onApple } from '#web/ui/keyboard.ts'
import { overlay } from './overlays.ts'

const said = words.app.search

/** Opens the command palette; in the rail only its icon is shown. */
export const SearchBox = () => (
  <button
    type="button"
    aria-keyshortcuts={onApple() ? 'Meta+K' : 'Control+K'}
    aria-haspopup="dialog"
    onClick={() => overlay.set('palette')}
    className="flex min-h-control items-center gap-2.5 rounded-control border border-line bg-surface px-2.5 text-cell text-ink-3 hover:border-line-strong hover:text-ink max-lg:justify-center max-lg:px-0"
  >
    <Icon of={Search} />
    <span className="min-w-0 flex-1 truncate text-start max-lg:sr-only">{said.label}</span>
    <span className="max-lg:hidden">
      <KeyHint>{onApple() ? said.keyOnApple : said.key}</KeyHint>
    </span>
  </button>
)
