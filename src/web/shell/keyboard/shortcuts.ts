import { shortcutText } from '#web/messages/en/shortcuts.ts'
import { onApple } from '#web/ui/keyboard.ts'

/** One line of the keyboard map. Keys of a chord are joined by "+", those that follow each other stand apart. */
export interface Shortcut {
  readonly keys: readonly string[]
  readonly does: string
  /** The page it works on, by its `data-page`; everywhere without one. */
  readonly page?: string
  /** A letter or sign alone, which the person can turn off. */
  readonly single?: boolean
}

const alone = { single: true } as const
const board = { page: 'board' } as const

/** Everything the keyboard does; `keyboard.ts` and the pages must agree. */
export const shortcuts: readonly Shortcut[] = [
  { keys: ['Ctrl+K'], does: shortcutText.palette },
  { keys: ['?'], does: shortcutText.help, ...alone },
  { keys: ['/'], does: shortcutText.find, ...alone },
  { keys: ['C'], does: shortcutText.create, ...alone },
  { keys: ['R'], does: shortcutText.refresh, ...alone },
  { keys: ['Ctrl+Z'], does: shortcutText.undo },
  { keys: ['Z'], does: shortcutText.undo, ...alone },
  { keys: ['G', 'O'], does: shortcutText.overview, ...alone },
  { keys: ['G', 'B'], does: shortcutText.boards, ...alone },
  { keys: ['Esc'], does: shortcutText.close },
  { keys: ['Arrows'], does: shortcutText.between, ...board },
  { keys: ['Enter'], does: shortcutText.menu, ...board },
  { keys: ['Space'], does: shortcutText.lift, ...board },
  { keys: ['Shift+←', 'Shift+→'], does: shortcutText.send, ...board },
  { keys: ['Alt+↑', 'Alt+↓'], does: shortcutText.step, ...board },
  { keys: ['M'], does: shortcutText.move, ...board, ...alone },
  { keys: ['E'], does: shortcutText.done, ...board, ...alone },
  { keys: ['N'], does: shortcutText.below, ...board, ...alone },
  { keys: ['Shift+N'], does: shortcutText.onTop, ...board, ...alone },
]

/** Lines that hold every word of the text, in what they do or in their keys. */
export function findShortcuts(all: readonly Shortcut[], text: string): readonly Shortcut[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  const lineOf = ({ does, keys }: Shortcut) => `${does} ${keys.join(' ')}`.toLowerCase()
  return all.filter((one) => wanted.every((word) => lineOf(one).includes(word)))
}

/** As printed on the keys of this device. */
export const keyCaps = (keys: string, apple = onApple()): readonly string[] =>
  keys.split('+').map((key) => (apple && key === 'Ctrl' ? '⌘' : key))
