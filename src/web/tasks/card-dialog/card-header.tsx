import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ChevronUp from 'lucide-react/icons/chevron-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Link2 from 'lucide-react/icons/link'
import SquareKanban from 'lucide-react/icons/square-kanban'
import Trash2 from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'

import { messages } from '#web/messages/en/app.ts'
import { cardDialogText as text } from '#web/messages/en/card-dialog.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { setCardStatus } from '#web/tasks/card-changes/edit-cards.data.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/popup/menu.tsx'
import { copyCardLink } from './card-commands.ts'
import type { CardNavigation } from './card-navigation.ts'
import { isListArchived, useCardScope } from './card-scope.ts'

interface CardHeaderProps {
  navigation: CardNavigation
  onClose: () => void
}

/** Where the card is, its neighbors, and what else can be done with it. */
export function CardHeader({ navigation, onClose }: CardHeaderProps) {
  const { card, board, canEdit, openMove, offlineProps } = useCardScope()
  const list = board.lists.find(({ id }) => id === card.list_id)
  const listName = list?.archived ? text.archivedList(list.name) : (list?.name ?? '')
  const { previous, next } = navigation
  return (
    <header className="flex items-center gap-1.5 border-b border-line px-4 py-2.5">
      <IconButton
        icon={ChevronLeft}
        label={messages.app.close}
        onClick={onClose}
        className="-ms-2 md:hidden rtl:-scale-x-100"
      />
      <p className="min-w-0 truncate text-cell text-ink-2 max-md:hidden">{board.name}</p>
      <Icon of={ChevronRight} size={14} className="text-ink-3 max-md:hidden rtl:-scale-x-100" />
      {canEdit && openMove ? (
        <Button
          {...offlineProps}
          data-field="move"
          icon={SquareKanban}
          aria-label={text.list(listName)}
          aria-haspopup="dialog"
          onClick={openMove}
          className="min-w-0"
        >
          <span className="min-w-0 truncate">{listName}</span>
          <Icon of={ChevronsUpDown} size={14} className="text-ink-3" />
        </Button>
      ) : (
        <p className="min-w-0 truncate text-cell font-medium">{listName}</p>
      )}
      <span className="flex-1" />
      <IconButton
        icon={ChevronUp}
        label={text.previous}
        aria-disabled={!previous || undefined}
        onClick={previous}
        className="max-md:hidden"
      />
      <IconButton
        icon={ChevronDown}
        label={text.next}
        aria-disabled={!next || undefined}
        onClick={next}
        className="max-md:hidden"
      />
      <CopyLinkButton />
      <Menu
        trigger={<IconButton icon={Ellipsis} label={text.more} />}
        label={text.more}
        align="end"
      >
        <CardMenuItems onDelete={navigation.close} />
      </Menu>
      <IconButton icon={X} label={messages.app.close} onClick={onClose} className="max-md:hidden" />
    </header>
  )
}

function CopyLinkButton() {
  const { card } = useCardScope()
  const session = useSession()
  return (
    <Button
      variant="quiet"
      icon={Link2}
      aria-label={text.copyLink}
      onClick={() => copyCardLink(session, card)}
    >
      <span className="max-md:hidden">{text.copyLink}</span>
    </Button>
  )
}

function CardMenuItems({ onDelete }: { onDelete: () => void }) {
  const scope = useCardScope()
  const { card, canEdit, context, ifEditable } = scope
  const canDelete = useCapability('cards.delete')
  const session = useSession()
  const isArchived = card.status === 'archived'
  return (
    <>
      <MenuItem icon={Link2} onSelect={() => copyCardLink(session, card)}>
        {text.copyLink}
      </MenuItem>
      {canEdit && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={isArchived ? ArchiveRestore : Archive}
            disabledReason={isArchived && isListArchived(scope) ? text.restoreListFirst : undefined}
            onSelect={() =>
              ifEditable(() => setCardStatus(context(), card, isArchived ? 'unarchive' : 'archive'))
            }
          >
            {isArchived ? text.unarchive : text.archive}
          </MenuItem>
          {canDelete && (
            <MenuItem
              icon={Trash2}
              tone="bad"
              onSelect={() =>
                ifEditable(() => {
                  setCardStatus(context(), card, 'delete')
                  onDelete()
                })
              }
            >
              {text.delete}
            </MenuItem>
          )}
        </>
      )}
    </>
  )
}
