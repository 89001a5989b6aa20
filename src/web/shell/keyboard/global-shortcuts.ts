import { goToItems } from '#web/shell/nav-items.ts'
import { overlay } from '#web/shell/overlays.ts'
import { isTyping, isChord, keyLetter } from '#web/ui/keyboard.ts'
import { singleKeyOf } from './early-key-buffer.ts'
import { focusSearch } from './page-controls.ts'
import {
  type CommandSession,
  isInTextField,
  refresh,
  startCreate,
  undoLast,
} from './shell-commands.ts'

type Navigate = (to: string) => void

const goToPaths = new Map<string, string>(goToItems.map(({ goTo, to }) => [goTo, to]))

/** Handles the keys that work on every page; `shortcuts.ts` lists them for the dialog. */
export function createGlobalShortcuts(session: CommandSession, navigate: Navigate) {
  const goTo = createGoToSequence(navigate)
  const actions: Partial<Record<string, () => void>> = {
    '?': () => overlay.set('shortcuts'),
    '/': focusSearch,
    c: () => startCreate(session),
    r: () => void refresh(session),
    z: () => undoLast(session),
    g: goTo.start,
  }
  return (event: KeyboardEvent) => {
    // The palette would replace the form of a new board, and what is typed there.
    if (isChord(event, 'k')) return overlay.set(overlay.get() === 'board' ? 'board' : 'palette')
    // A dialog that is open or about to open handles its own keys only.
    if (overlay.get() || document.querySelector('dialog[open]') || goTo.handle(event)) return
    // In a text field Ctrl+Z is its own undo.
    if (isChord(event, 'z') && !isInTextField(event)) return consume(event, () => undoLast(session))
    const action = actions[singleKeyOf(event) ?? '']
    if (action) consume(event, action)
  }
}

/** Captures the key after G before the page handles it. */
function createGoToSequence(navigate: Navigate) {
  let isPending = false
  const handle = (event: KeyboardEvent) => {
    if (!isPending || ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'].includes(event.key))
      return false
    isPending = false
    removeEventListener('keydown', handle, true)
    const path = isTyping(event) ? undefined : goToPaths.get(keyLetter(event))
    if (path === undefined) return false
    event.stopPropagation()
    consume(event, () => navigate(path))
    return true
  }
  return {
    handle,
    start: () => {
      isPending = true
      addEventListener('keydown', handle, true)
    },
  }
}

function consume(event: KeyboardEvent, action: () => void) {
  event.preventDefault()
  action()
}
