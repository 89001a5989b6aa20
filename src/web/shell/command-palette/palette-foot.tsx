import { shell } from '#web/messages/en/shell.ts'
import { KeyHint } from '#web/ui/button.tsx'
import { onApple } from '#web/ui/keyboard.ts'
import { isAddress } from './palette-live.ts'
import type { Asked } from './palette-search.rules.ts'

const said = shell.palette

export type Asking = 'asking' | 'done' | 'failed'

interface PaletteFootProps {
  asked: Asked
  state: Asking
  count: number
}

/** Says how many were found, or why none; and which keys there are. */
export const PaletteFoot = ({ asked, state, count }: PaletteFootProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 border-t border-line px-4 py-2 text-meta text-ink-3">
    <p role="status" className={count > 0 && state === 'done' ? 'sr-only' : ''}>
      {sentence(asked, state, count)}
    </p>
    <p aria-hidden className="flex items-center gap-4 pointer-coarse:hidden">
      <Hint keys={['↑', '↓']} does={said.choose} />
      <Hint keys={['↵']} does={said.open} />
      <Hint keys={[onApple() ? '⌘ ↵' : 'Ctrl ↵']} does={said.newTab} />
    </p>
    <p>{said.hint}</p>
  </div>
)

function sentence({ kind, text }: Asked, state: Asking, count: number) {
  if (state === 'failed') return said.failed
  if (kind === 'contact' && !isAddress(text)) return said.wholeAddress
  if (count > 0 && state === 'done') return said.count(count)
  if (state === 'asking') return said.looking
  return kind === 'contact' ? said.noContact(text) : said.nothing(text)
}

const Hint = ({ keys, does }: { keys: string[]; does: string }) => (
  <span className="flex items-center gap-1">
    {keys.map((key) => (
      <KeyHint key={key}>{key}</KeyHint>
    ))}
    {does}
  </span>
)
