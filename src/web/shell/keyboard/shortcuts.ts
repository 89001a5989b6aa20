import { shortcutText } from '#web/messages/en/shortcuts.ts'
import { goToItems } from '#web/shell/nav-items.ts'
import { isApple } from '#web/ui/keyboard.ts'

/** Keys of a chord are joined by "+"; keys of a sequence are separate elements. */
export interface Shortcut {
  readonly keys: readonly string[]
  readonly action: string
  /** The pages it works on, by the key of `shortcutPages`; everywhere without one. */
  readonly scope?: keyof typeof shortcutPages
  /** A letter or symbol alone, which can be turned off. */
  readonly single?: boolean
}

/** The pages of each scope, by their `data-page`. */
export const shortcutPages = {
  board: ['board'],
  contacts: ['contacts'],
  tables: [
    'lists',
    'segments',
    'tags',
    'automations',
    'cards',
    'people',
    'webhooks',
    'keys',
    'audit',
  ],
  campaigns: ['campaigns'],
  posts: ['posts'],
  changelog: ['changelog'],
} as const satisfies Record<string, readonly string[]>

const singleKey = { single: true } as const
const board = { scope: 'board' } as const
const contacts = { scope: 'contacts' } as const
const tables = { scope: 'tables' } as const
const campaigns = { scope: 'campaigns' } as const
const posts = { scope: 'posts' } as const
const changelog = { scope: 'changelog' } as const

/** Must agree with global-shortcuts.ts and the pages. */
const shortcuts: readonly Shortcut[] = [
  { keys: ['Ctrl+K'], action: shortcutText.palette },
  { keys: ['?'], action: shortcutText.help, ...singleKey },
  { keys: ['/'], action: shortcutText.find, ...singleKey },
  { keys: ['C'], action: shortcutText.create, ...singleKey },
  { keys: ['R'], action: shortcutText.refresh, ...singleKey },
  { keys: ['Ctrl+Z', 'Z'], action: shortcutText.undo },
  ...goToItems.map(({ goTo }) => ({
    keys: ['G', goTo.toUpperCase()],
    action: shortcutText.goTo[goTo],
    ...singleKey,
  })),
  { keys: ['Esc'], action: shortcutText.close },
  { keys: ['Arrows'], action: shortcutText.between, ...board },
  { keys: ['Enter'], action: shortcutText.openCard, ...board },
  { keys: ['Shift+F10'], action: shortcutText.menu, ...board },
  { keys: ['Space'], action: shortcutText.lift, ...board },
  { keys: ['Shift+←', 'Shift+→'], action: shortcutText.send, ...board },
  { keys: ['Alt+↑', 'Alt+↓'], action: shortcutText.step, ...board },
  { keys: ['M'], action: shortcutText.move, ...board, ...singleKey },
  { keys: ['E'], action: shortcutText.done, ...board, ...singleKey },
  { keys: ['X', 'Ctrl+A'], action: shortcutText.select, ...board, ...singleKey },
  { keys: ['Shift+↑', 'Shift+↓'], action: shortcutText.extend, ...board },
  { keys: ['F'], action: shortcutText.filters, ...board, ...singleKey },
  { keys: ['L'], action: shortcutText.labels, ...board, ...singleKey },
  { keys: ['D'], action: shortcutText.due, ...board, ...singleKey },
  { keys: ['A'], action: shortcutText.members, ...board, ...singleKey },
  { keys: ['J', 'K'], action: shortcutText.neighbors, ...board, ...singleKey },
  { keys: ['N'], action: shortcutText.below, ...board, ...singleKey },
  { keys: ['Shift+Enter'], action: shortcutText.addAndOpen, ...board },
  { keys: ['V'], action: shortcutText.view, ...board, ...singleKey },
  { keys: ['Shift+N'], action: shortcutText.onTop, ...board, ...singleKey },
  { keys: ['↓', '↑'], action: shortcutText.rows, ...campaigns },
  { keys: ['J', 'K'], action: shortcutText.rows, ...campaigns, ...singleKey },
  { keys: ['Enter'], action: shortcutText.openReport, ...campaigns },
  { keys: ['X'], action: shortcutText.selectRow, ...campaigns, ...singleKey },
  { keys: ['Shift+↑', 'Shift+↓'], action: shortcutText.extend, ...campaigns },
  { keys: ['Ctrl+A'], action: shortcutText.selectRows, ...campaigns },
  { keys: ['Home', 'End'], action: shortcutText.firstRow, ...campaigns },
  { keys: ['↑', '↓', 'J', 'K'], action: shortcutText.contactRows, ...contacts },
  { keys: ['Home', 'End'], action: shortcutText.firstContact, ...contacts },
  { keys: ['[', ']'], action: shortcutText.pages, ...contacts, ...singleKey },
  { keys: ['Enter', 'F2'], action: shortcutText.openContact, ...contacts },
  { keys: ['X'], action: shortcutText.selectContact, ...contacts },
  { keys: ['Shift+↑', 'Shift+↓'], action: shortcutText.extend, ...contacts },
  { keys: ['Ctrl+A'], action: shortcutText.selectContacts, ...contacts },
  { keys: ['T'], action: shortcutText.tagContacts, ...contacts },
  { keys: ['Delete'], action: shortcutText.deleteContacts, ...contacts },
  { keys: ['Ctrl+Enter'], action: shortcutText.addContact, ...contacts },
  { keys: ['↑', '↓', 'J', 'K'], action: shortcutText.tableRows, ...tables },
  { keys: ['Home', 'End'], action: shortcutText.firstTableRow, ...tables },
  { keys: ['Enter'], action: shortcutText.openRow, ...tables },
  { keys: ['J', 'K'], action: shortcutText.nextPost, ...posts, ...singleKey },
  { keys: ['X'], action: shortcutText.selectPost, ...posts, ...singleKey },
  { keys: ['Shift+↑', 'Shift+↓'], action: shortcutText.extend, ...posts },
  { keys: ['Shift+F10'], action: shortcutText.postMenu, ...posts },
  { keys: ['U'], action: shortcutText.backToPosts, ...posts, ...singleKey },
  { keys: ['S'], action: shortcutText.setStatus, ...posts, ...singleKey },
  { keys: ['A'], action: shortcutText.setOwner, ...posts, ...singleKey },
  { keys: ['T'], action: shortcutText.setTags, ...posts, ...singleKey },
  { keys: ['D'], action: shortcutText.setEta, ...posts, ...singleKey },
  { keys: ['E'], action: shortcutText.closePost, ...posts, ...singleKey },
  { keys: ['V'], action: shortcutText.addVote, ...posts, ...singleKey },
  { keys: ['I'], action: shortcutText.addNote, ...posts, ...singleKey },
  { keys: ['P'], action: shortcutText.reply, ...posts, ...singleKey },
  { keys: ['Delete'], action: shortcutText.deletePost, ...posts, ...singleKey },
  { keys: ['Ctrl+Enter'], action: shortcutText.sendComment, ...posts },
  { keys: ['Esc'], action: shortcutText.leaveText, ...posts },
  { keys: ['J', 'K'], action: shortcutText.entries, ...changelog, ...singleKey },
  { keys: ['V'], action: shortcutText.preview, ...changelog, ...singleKey },
  { keys: ['Ctrl+Enter'], action: shortcutText.publish, ...changelog },
  { keys: ['Ctrl+S'], action: shortcutText.save, ...changelog },
  { keys: ['Ctrl+I', 'Ctrl+B'], action: shortcutText.format, ...changelog },
  { keys: ['Esc'], action: shortcutText.leaveText, ...changelog },
]

/** Shortcuts whose action or keys contain every word of the text. */
export function findShortcuts(text: string): readonly Shortcut[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const searchText = ({ action, keys }: Shortcut) => `${action} ${keys.join(' ')}`.toLowerCase()
  return shortcuts.filter((shortcut) => words.every((word) => searchText(shortcut).includes(word)))
}

/** The key labels of this device. */
export const keyCaps = (keys: string): readonly string[] =>
  keys.split('+').map((key) => (isApple() && key === 'Ctrl' ? '⌘' : key))
