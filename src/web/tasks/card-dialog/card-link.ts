import type { Card } from '#client/resources.ts'
import { cardDialogText as text } from '#web/messages/en/card-dialog.ts'
import { paths } from '#web/paths.ts'
import type { KeySession } from '#web/session/session.ts'
import { sharedLink } from '#web/session/workspace-ref.ts'
import { copyToClipboard } from '#web/ui/clipboard.ts'

/** The address of a card as it is shared with other people. */
export function copyCardLink({ connection, capabilities }: KeySession, card: Card) {
  const { name } = capabilities.get().me?.workspace ?? connection
  const href = new URL(paths.card(card.board_id, card.id), location.origin).href
  void copyToClipboard(sharedLink(href, { ...connection, name }), text.linkCopied)
}
