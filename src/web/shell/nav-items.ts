import type { LucideIcon } from 'lucide-react'
import Activity from 'lucide-react/icons/activity'
import BookOpen from 'lucide-react/icons/book-open'
import CodeXml from 'lucide-react/icons/code-xml'
import House from 'lucide-react/icons/house'
import Inbox from 'lucide-react/icons/inbox'
import KeyRound from 'lucide-react/icons/key-round'
import Mail from 'lucide-react/icons/mail'
import Megaphone from 'lucide-react/icons/megaphone'
import ScrollText from 'lucide-react/icons/scroll-text'
import ShieldCheck from 'lucide-react/icons/shield-check'
import SquareCheck from 'lucide-react/icons/square-check'
import SquareKanban from 'lucide-react/icons/square-kanban'
import User from 'lucide-react/icons/user'
import Users from 'lucide-react/icons/users'
import Webhook from 'lucide-react/icons/webhook'
import Workflow from 'lucide-react/icons/workflow'

import type { Capability } from '#contract/capabilities.ts'
import { messages } from '#web/messages/en/app.ts'
import type { shortcutText } from '#web/messages/en/shortcuts.ts'
import { paths } from '#web/paths.ts'

interface NavItem {
  to: string
  label: string
  icon: LucideIcon
  /** The key after G that opens it. */
  goTo?: keyof typeof shortcutText.goTo
  /** Where the tab of the group leads on a phone; by default to the first page. */
  isMain?: boolean
}

interface NavGroup {
  label?: string
  items: NavItem[]
}

export const navGroups: NavGroup[] = [
  {
    items: [{ to: paths.overview(), label: messages.app.nav.overview, icon: House, goTo: 'o' }],
  },
  {
    label: messages.app.nav.email,
    items: [
      { to: paths.lists(), label: messages.app.nav.lists, icon: Users, goTo: 'l' },
      {
        to: paths.campaigns(),
        label: messages.app.nav.campaigns,
        icon: Mail,
        goTo: 'm',
        isMain: true,
      },
      { to: paths.automations(), label: messages.app.nav.automations, icon: Workflow, goTo: 'a' },
    ],
  },
  {
    label: messages.app.nav.tasks,
    items: [
      { to: paths.boards(), label: messages.app.nav.boards, icon: SquareKanban, goTo: 'b' },
      { to: paths.cards(), label: messages.app.nav.cards, icon: SquareCheck, goTo: 'k' },
    ],
  },
  {
    label: messages.app.nav.feedback,
    items: [
      { to: paths.posts(), label: messages.app.nav.posts, icon: Inbox, goTo: 'f', isMain: true },
      { to: paths.people(), label: messages.app.nav.people, icon: User, goTo: 'p' },
      { to: paths.changelog(), label: messages.app.nav.changelog, icon: Megaphone, goTo: 'c' },
    ],
  },
]

/** The pages of developers that this server offers. The sidebar leads to the first; on a phone the page More has them. */
export const developerItems = (can: (capability: Capability) => boolean): NavItem[] => [
  // Every server says something about the key in use.
  { to: paths.keys(), label: messages.app.nav.keys, icon: KeyRound, goTo: 'd' },
  ...(can('webhooks.manage')
    ? [{ to: paths.webhooks(), label: messages.app.nav.webhooks, icon: Webhook }]
    : []),
  ...(can('events.stream')
    ? [{ to: paths.events(), label: messages.app.nav.events, icon: Activity }]
    : []),
  ...(can('audit.read')
    ? [{ to: paths.audit(), label: messages.app.nav.audit, icon: ScrollText }]
    : []),
  { to: paths.reference(), label: messages.app.nav.reference, icon: CodeXml },
  // These need no server.
  { to: paths.verify(), label: messages.app.nav.verify, icon: ShieldCheck },
  { to: paths.guides(), label: messages.app.nav.guides, icon: BookOpen },
]

/** The pages with a key after G, whatever the server offers: a page that it lacks says so. */
export const goToItems = [
  ...navGroups.flatMap(({ items }) => items),
  ...developerItems(() => true),
].flatMap(({ to, goTo }) => (goTo ? [{ to, goTo }] : []))

/** A row of the sidebar; the current page looks raised, in the rail also the one that it is part of. */
export const navItem =
  'group relative flex min-h-[1.875rem] items-center gap-2.5 rounded-control border border-transparent px-2 text-cell text-ink-2 transition-colors duration-quick hover:bg-pressed hover:text-ink aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:font-medium aria-[current=page]:text-ink aria-[current=true]:font-medium aria-[current=true]:text-ink rail:aria-[current=true]:border-line rail:aria-[current=true]:bg-surface rail:min-h-9 rail:justify-center rail:px-0 pointer-coarse:min-h-11'

/** In the rail the label appears next to its icon on hover and focus. */
export const railLabel =
  'min-w-0 truncate rail:absolute rail:start-full rail:ms-2 rail:rounded-chip rail:bg-inverse rail:px-2 rail:py-1 rail:text-ink-inverse rail:[.group:not(:hover,:focus-visible)_&]:sr-only'
