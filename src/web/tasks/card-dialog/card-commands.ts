import CalendarDays from 'lucide-react/icons/calendar-days'
import Link2 from 'lucide-react/icons/link'
import MoveRight from 'lucide-react/icons/move-right'
import Tag from 'lucide-react/icons/tag'
import UserRound from 'lucide-react/icons/user-round'

import type { Card } from '#client/resources.ts'
import { cardDialogText } from '#web/messages/en/card-dialog.ts'
import { cardSelectionText as text } from '#web/messages/en/card-selection.ts'
import { paths } from '#web/paths.ts'
import type { KeySession } from '#web/session/session.ts'
import { formatSharedLink } from '#web/session/workspace-ref.ts'
import type { CardField } from '#web/tasks/board-state/board-context.ts'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import type { PageCommand } from '#web/ui/popup/page-commands.ts'

/** Copies the address of a card as it is shared with other people. */
export const copyCardLink = (session: KeySession, card: Card) =>
  void copyToClipboard(
    formatSharedLink(session, paths.card(card.board_id, card.id)),
    cardDialogText.linkCopied,
  )

interface CardCommandsOptions {
  readonly session: KeySession
  readonly cards: readonly Card[]
  /** What the keys of a card open; undefined where cards cannot be changed. */
  readonly edits?:
    | {
        readonly openEditor: (field: CardField) => void
        readonly openMove: (() => void) | undefined
      }
    | undefined
  /** The keys do the same where the focus is. */
  readonly hasKeys?: boolean
}

/** What the palette can do with a card, or with several at once. */
export function createCardCommands({
  session,
  cards,
  edits,
  hasKeys = true,
}: CardCommandsOptions): readonly PageCommand[] {
  const [first] = cards
  if (!first) return []
  const isMany = cards.length > 1
  const subject = {
    id: cards.map(({ id }) => id).join(),
    name: isMany ? text.subjects(cards.length) : text.subject(first.name),
  }
  const command = (
    label: string,
    icon: PageCommand['icon'],
    act: () => void,
    keys?: string,
  ): PageCommand => ({ label, icon, subject, perform: { act }, ...(hasKeys && keys && { keys }) })
  const { openEditor, openMove } = edits ?? {}
  const commands: PageCommand[] = []
  if (openEditor)
    commands.push(
      command(text.commands.assign, UserRound, () => openEditor('members'), 'A'),
      command(text.commands.label, Tag, () => openEditor('labels'), 'L'),
      command(text.commands.due, CalendarDays, () => openEditor('due'), 'D'),
    )
  if (openMove) commands.push(command(text.commands.move, MoveRight, openMove, 'M'))
  if (!isMany)
    commands.push(command(cardDialogText.copyLink, Link2, () => copyCardLink(session, first)))
  return commands
}
