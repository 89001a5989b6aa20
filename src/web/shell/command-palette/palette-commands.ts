import Archive from 'lucide-react/icons/archive'
import BookOpen from 'lucide-react/icons/book-open'
import CalendarCog from 'lucide-react/icons/calendar-cog'
import Clipboard from 'lucide-react/icons/clipboard'
import Clock from 'lucide-react/icons/clock'
import History from 'lucide-react/icons/history'
import Keyboard from 'lucide-react/icons/keyboard'
import Link from 'lucide-react/icons/link'
import ListChecks from 'lucide-react/icons/list-checks'
import Newspaper from 'lucide-react/icons/newspaper'
import Plus from 'lucide-react/icons/plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Rows3 from 'lucide-react/icons/rows-3'
import SquareKanban from 'lucide-react/icons/square-kanban'
import SquarePlay from 'lucide-react/icons/square-mouse-pointer'
import Undo2 from 'lucide-react/icons/undo-2'
import Upload from 'lucide-react/icons/upload'
import Users from 'lucide-react/icons/users'

import type { Board, Card, List } from '#client/resources.ts'
import { guideSlugs } from '#web/developers/reference/guides.rules.ts'
import { guidesText } from '#web/messages/en/guides.ts'
import { shellDialogText } from '#web/messages/en/shell-dialogs.ts'
import { paths } from '#web/paths.ts'
import type { SessionCapabilities } from '#web/session/capabilities.ts'
import { setPreference } from '#web/session/preferences.ts'
import { randomId } from '#web/session/random-id.ts'
import type { KeySession } from '#web/session/session.ts'
import { formatSharedLink } from '#web/session/workspace-ref.ts'
import { copySupportDetails } from '#web/shell/help-menu-items.tsx'
import { refresh, undoLast } from '#web/shell/keyboard/shell-commands.ts'
import { developerItems, navGroups } from '#web/shell/nav-items.ts'
import { overlay } from '#web/shell/overlays.ts'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { themeIcons } from '#web/ui/icon.tsx'
import { lazyChunk, requestChunk } from '#web/ui/lazy-chunk.tsx'
import { getPageCommands, type PageCommand } from '#web/ui/popup/page-commands.ts'
import type { PaletteGroup, PaletteItem } from './palette-search.rules.ts'

const text = shellDialogText.actions

/** The actions that every page has. */
export function globalCommands(
  session: KeySession,
  { can_write, capabilities }: SessionCapabilities,
): PaletteItem[] {
  const themes = (['light', 'dark', 'system'] as const).map((theme) =>
    action(`theme-${theme}`, text.theme[theme], themeIcons[theme], () =>
      setPreference('theme', theme),
    ),
  )
  const densities = (['comfortable', 'compact'] as const).map((density) =>
    action(`density-${density}`, text.density[density], Rows3, () =>
      setPreference('density', density),
    ),
  )
  const times = (['relative', 'exact'] as const).map((style) =>
    action(`times-${style}`, text.times[style], Clock, () => setPreference('times', style)),
  )
  return [
    ...(can_write && capabilities.has('boards.write')
      ? [action('new-board', text.newBoard, SquareKanban, () => overlay.set('board'))]
      : []),
    action('refresh', text.refresh, RefreshCw, () => void refresh(session), 'R'),
    action(
      'link',
      text.copyLink,
      Link,
      () => void copyToClipboard(formatSharedLink(session, location.href), text.linkCopied),
    ),
    action('undo', text.undo, Undo2, () => undoLast(session), 'Z'),
    action('changes', text.changes, History, () => overlay.set('changes')),
    ...themes,
    ...densities,
    ...times,
    action('dates', text.dates, CalendarCog, () => overlay.set('dates')),
    action('shortcuts', text.shortcuts, Keyboard, () => overlay.set('shortcuts'), '?'),
    action('news', text.news, Newspaper, () => overlay.set('news')),
    action('support', text.support, Clipboard, () => void copySupportDetails(session)),
  ]
}

function action(
  id: string,
  label: string,
  icon: PaletteItem['icon'],
  act: () => void,
  keys?: string,
): PaletteItem & { perform: { act: () => void } } {
  return { id: `action:${id}`, label, icon, perform: { act }, ...(keys && { keys }) }
}

/** Imports of contacts, into each list that is loaded. */
export const getImportCommands = (lists: readonly List[]): PaletteItem[] =>
  lists
    .filter(({ archived }) => archived !== true)
    .map(({ id, name }) => ({
      id: `import:${id}`,
      label: text.importContacts(name),
      icon: Upload,
      perform: { to: paths.importContacts(id) },
    }))

const MAX_CARD_LENGTH = 512
/** The page has what creates cards: a chunk for it would be one more request of each board. */
const boardPage = lazyChunk(() => import('#web/tasks/board/board-page.tsx'))
type BoardPage = Awaited<ReturnType<typeof boardPage.load>>

/** Adds a card with this name to the first list of a board; it can be opened from the toast that has its Undo. */
export function newCardCommand(
  session: KeySession,
  board: Board,
  name: string,
  open: (path: string) => void,
): (PaletteItem & { perform: { act: () => void } }) | undefined {
  const list = board.lists.find(({ archived }) => !archived)
  if (!list || name === '' || [...name].length > MAX_CARD_LENGTH) return undefined
  const add = async ({ addCard, reportRejectedCard }: BoardPage) => {
    const draft = { key: randomId(), list_id: list.id, name, position: 'bottom' } as const
    const elsewhere = {
      label: text.cardAdded(name, list.name, board.name),
      open: { label: text.openCard, run: (card: Card) => open(paths.card(board.id, card.id)) },
    }
    const { rejected } = await addCard(session, board, draft, elsewhere)
    reportRejectedCard(session, board, rejected, elsewhere)
  }
  const request = () =>
    void requestChunk(boardPage.load, { onLoad: (code) => void add(code), onCancel: () => {} })
  return {
    ...action('new-card', text.newCard(name), Plus, request),
    match: text.newCardPlace(board.name, list.name),
    quotesText: true,
  }
}

/** The commands that the page offers for what had the focus, such as a card, in groups by what they are about. */
export function getSubjectGroups(focused: Element | null): PaletteGroup[] {
  const groups = new Map<string, { heading: string; items: PaletteItem[] }>()
  for (const command of getPageCommands(focused)) {
    const { subject } = command
    if (!subject) continue
    const group = groups.get(subject.id) ?? { heading: subject.name, items: [] }
    groups.set(subject.id, group)
    group.items.push(toItem(command, focused))
  }
  return [...groups.values()]
}

/** The actions of this page: its create button, the buttons of its header by their labels, and those that it offers besides. */
export const getPageItems = (focused: Element | null): PaletteItem[] => [
  ...buttonCommands(),
  ...getPageCommands(focused)
    .filter(({ subject }) => !subject)
    .map((command) => toItem(command, focused)),
]

// With what it is about: a command that was chosen for one card must not become that of another.
const idOf = ({ id, subject, label }: PageCommand) =>
  subject ? `subject:${subject.id}:${label}` : `action:page-${id ?? label}`

function toItem(command: PageCommand, focused: Element | null): PaletteItem {
  const { label, icon, keys, perform } = command
  const id = idOf(command)
  const item = { id, label, icon, ...(keys && { keys }) }
  if ('to' in perform) return { ...item, perform }
  // Looked up again: the card may have changed since the palette opened.
  const act = () => {
    const current = getPageCommands(focused).find((one) => idOf(one) === id)
    if (current && 'act' in current.perform) current.perform.act()
  }
  return { ...item, perform: { act } }
}

function buttonCommands(): PaletteItem[] {
  return [...pageButtons()]
    .toSorted(([, one], [, other]) => Number(isCreate(other)) - Number(isCreate(one)))
    .map(([label, button]) =>
      action(
        `page-${label}`,
        label,
        SquarePlay,
        // Searched again: a page that has rendered since has another button of this label.
        () => pageButtons().get(label)?.click(),
        isCreate(button) ? 'C' : undefined,
      ),
    )
}

function pageButtons() {
  // Only the header of the page: each list of a board has one too, with a button of the same meaning.
  const buttons = document.querySelectorAll<HTMLButtonElement>(
    '#content [data-create]:not([disabled]), #content > header button:not([disabled])',
  )
  return new Map([...buttons].map((button) => [labelOf(button), button]))
}

/** `data-command` is for a button whose own label is short because the page around it says the rest. */
const labelOf = (button: HTMLElement) =>
  button.dataset['command'] ??
  button.getAttribute('aria-label') ??
  [...button.childNodes]
    .filter((node) => !(node instanceof Element && node.matches('[aria-hidden]')))
    .map((node) => node.textContent)
    .join('')

const isCreate = (button: HTMLElement) => 'create' in button.dataset

/** The pages of the sidebar, and views of them that have an address. */
export const pageItems = (session: SessionCapabilities): PaletteItem[] => [
  ...[
    ...navGroups.flatMap(({ items }) => items),
    ...developerItems((capability) => session.capabilities.has(capability)),
  ].map(({ to, label, icon, goTo }) => page(label, to, icon, goTo && `G ${goTo.toUpperCase()}`)),
  page(text.archivedBoards, paths.boards('archived'), Archive),
  ...(canImportBoards(session) ? [page(text.importBoard, paths.importBoard(), Upload)] : []),
  page(text.subscribers, paths.subscribers(), Users),
  page(text.feedbackSetup, paths.feedbackSetup(), ListChecks),
  ...guideSlugs.map((slug) => page(guidesText.guides[slug].title, paths.guide(slug), BookOpen)),
]

/** As the page of the import decides. */
const canImportBoards = ({ me, can_write, capabilities }: SessionCapabilities) =>
  can_write &&
  me?.key?.admin === true &&
  capabilities.has('import') &&
  capabilities.has('boards.write')

const page = (
  label: string,
  to: string,
  icon: PaletteItem['icon'],
  shortcut?: string,
): PaletteItem => ({
  id: `page:${to}`,
  label,
  icon,
  detail: shellDialogText.palette.page,
  perform: { to },
  ...(shortcut && { keys: shortcut }),
})
