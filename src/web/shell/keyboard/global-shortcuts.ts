import { paths } from '#web/paths.ts'
import { overlay } from '#web/shell/overlays.ts'
import { isTyping, isChord, letterOf } from '#web/ui/keyboard.ts'
import { singleKeyOf } from './early-key-buffer.ts'
import { find, create, refresh, type ShellTools, undoLast } from './shell-commands.ts'

type Go = (to: string) => void

/** The second key after G; `nav-items.ts` has the same rooms. */
const rooms: Partial<Record<string, () => string>> = { o: paths.overview, b: paths.boards }

/** What a key does anywhere; `shortcuts.ts` lists the same for the person. */
export function createKeyboard(tools: ShellTools, go: Go) {
  const afterG = createAfterG(go)
  return (event: KeyboardEvent) => {
    if (isChord(event, 'k')) return overlay.set('palette')
    // An open dialog answers only its own keys, and so does one that is about to open.
    if (overlay.get() || document.querySelector('dialog[open]') || afterG.takes(event)) return
    if (isChord(event, 'z') && !isInText(event)) return take(event, () => undoLast(tools))
    switch (singleKeyOf(event)) {
      case '?':
        return take(event, () => overlay.set('shortcuts'))
      case '/':
        return take(event, find)
      case 'c':
        return take(event, () => create(tools))
      case 'r':
        return take(event, () => void refresh(tools))
      case 'z':
        return take(event, () => undoLast(tools))
      case 'g':
        return take(event, afterG.wait)
    }
  }
}

/** The key after G names the room, whatever it means on the page: so it is heard before the page hears it. */
function createAfterG(go: Go) {
  let waits = false
  const takes = (event: KeyboardEvent) => {
    if (!waits || ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'].includes(event.key)) return false
    waits = false
    removeEventListener('keydown', takes, true)
    const room = isTyping(event) ? undefined : rooms[letterOf(event)]
    if (!room) return false
    event.stopPropagation()
    take(event, () => go(room()))
    return true
  }
  return {
    takes,
    wait: () => {
      waits = true
      addEventListener('keydown', takes, true)
    },
  }
}

function take(event: KeyboardEvent, act: () => void) {
  event.preventDefault()
  act()
}

/** Where Ctrl Z belongs to the text. */
const isInText = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea'))
