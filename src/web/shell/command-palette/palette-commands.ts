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
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Rows3 from 'lucide-react/icons/rows-3'
import SquarePlay from 'lucide-react/icons/square-mouse-pointer'
import Undo2 from 'lucide-react/icons/undo-2'
import Upload from 'lucide-react/icons/upload'
import Users from 'lucide-react/icons/users'

import { guideSlugs } from '#web/developers/reference/guides.rules.ts'
import { guidesText } from '#web/messages/en/guides.ts'
import { shellDialogText } from '#web/messages/en/shell-dialogs.ts'
import { paths } from '#web/paths.ts'
import { setPreference } from '#web/session/preferences.ts'
import type { KeySession } from '#web/session/session.ts'
import { sharedLink } from '#web/session/workspace-ref.ts'
import { copySupportDetails } from '#web/shell/help-menu-items.tsx'
import { refresh, undoLast } from '#web/shell/keyboard/shell-commands.ts'
import { developerItems, navGroups } from '#web/shell/nav-items.ts'
import { overlay } from '#web/shell/overlays.ts'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { themeIcons } from '#web/ui/icon.tsx'
import type { PaletteItem } from './palette-search.rules.ts'

const text = shellDialogText.actions

/** The actions that every page has. */
export function globalCommands(session: KeySession): PaletteItem[] {
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
    action('refresh', text.refresh, RefreshCw, () => void refresh(session), 'R'),
    action(
      'link',
      text.copyLink,
      Link,
      () => void copyToClipboard(formatPageLink(session), text.linkCopied),
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

function formatPageLink({ connection, capabilities }: KeySession): string {
  const { name } = capabilities.get().me?.workspace ?? connection
  return sharedLink(location.href, { ...connection, name })
}

function action(
  id: string,
  label: string,
  icon: PaletteItem['icon'],
  act: () => void,
  keys?: string,
): PaletteItem {
  return { id: `action:${id}`, label, icon, perform: { act }, ...(keys && { keys }) }
}

/** The actions of this page: its create button and the buttons of its header, by their labels. */
export function pageCommands(): PaletteItem[] {
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

const labelOf = (button: HTMLElement) =>
  button.getAttribute('aria-label') ??
  [...button.childNodes]
    .filter((node) => !(node instanceof Element && node.matches('[aria-hidden]')))
    .map((node) => node.textContent)
    .join('')

const isCreate = (button: HTMLElement) => 'create' in button.dataset

/** The pages of the sidebar, and views of them that have an address. */
export const pageItems = ({ capabilities }: KeySession): PaletteItem[] => [
  ...[...navGroups.flatMap(({ items }) => items), ...developerItems(capabilities.can)].map(
    ({ to, label, icon, goTo }) => page(label, to, icon, goTo && `G ${goTo.toUpperCase()}`),
  ),
  page(shellDialogText.actions.archivedBoards, paths.boards('archived'), Archive),
  page(shellDialogText.actions.importBoard, paths.importBoard(), Upload),
  page(shellDialogText.actions.subscribers, paths.subscribers(), Users),
  page(shellDialogText.actions.feedbackSetup, paths.feedbackSetup(), ListChecks),
  ...guideSlugs.map((slug) => page(guidesText.guides[slug].title, paths.guide(slug), BookOpen)),
]

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
