import Archive from 'lucide-react/icons/archive'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Gauge from 'lucide-react/icons/gauge'
import MoveRight from 'lucide-react/icons/move-right'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { type ReactNode, useState } from 'react'

import type { BoardList } from '#client/resources.ts'
import { listMenuText as text } from '#web/messages/en/board-edit.ts'
import { boardText } from '#web/messages/en/board.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { useBoard, useBoardActions, useBoardValues } from '#web/tasks/board-state/board-context.ts'
import { setListView, useListViews } from '#web/tasks/board-state/list-views.ts'
import { listResource } from '#web/tasks/boards/board-resources.ts'
import { changeOfPlace } from '#web/tasks/boards/edit-lists.data.ts'
import { activeLists } from '#web/tasks/cards/card-queries.data.ts'
import { IconButton } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/popup/menu.tsx'
import { useNameField } from './board-menu.tsx'
import {
  focusAfterChange,
  focusMovedList,
  listMenuSelector,
  PAGE_HEADING,
} from './focus-after-change.ts'
import { DeleteListDialog, ListLimitDialog, MoveListDialog } from './list-dialogs.tsx'
import { ListViewItems } from './list-view-items.tsx'
import { type EditName, ListNameField } from './name-field.tsx'

interface ListMenuItemsProps {
  list_id: string
  /** Shows a dialog; null closes it. */
  openDialog: (dialog: ReactNode) => void
  editName: EditName
}

/** Each item reads the list as it is now: the menu may stay open while the board changes. */
function ListMenuItems({ list_id, ...rest }: ListMenuItemsProps) {
  const board = useBoard()
  const { canEdit } = useBoardValues()
  const isSupported = useCapability('boards.write')
  const list = activeLists(board).find(({ id }) => id === list_id)
  if (!list) return null
  return (
    <>
      <ListViewItems list={list} />
      {canEdit && (isSupported || !list.wip_limit) && <MenuSeparator />}
      {canEdit && isSupported && <EditItems list={list} {...rest} />}
      {canEdit && !isSupported && !list.wip_limit && <LimitItem list={list} {...rest} isOnDevice />}
    </>
  )
}

type EditItemsProps = Omit<ListMenuItemsProps, 'list_id'> & { list: BoardList }

function EditItems({ list, openDialog, editName }: EditItemsProps) {
  const board = useBoard()
  const { ifEditable, registry } = useBoardActions()
  const session = useSession()
  const lists = activeLists(board)
  const index = lists.findIndex(({ id }) => id === list.id)
  const neighbor = lists[index + 1] ?? lists[index - 1]
  const move = (to: number) =>
    ifEditable(() => {
      const { changes, label } = changeOfPlace(lists, list, to)
      void editResource(session, listResource, list, changes, { label })
      focusMovedList(registry, list.id)
    })
  const archive = () =>
    ifEditable(() => {
      void editResource(session, listResource, list, { archived: true })
      focusAfterChange(...(neighbor ? [listMenuSelector(neighbor.id)] : []), PAGE_HEADING)
    })
  const close = () => openDialog(null)
  return (
    <>
      <MenuItem
        icon={Pencil}
        onSelect={() =>
          ifEditable(() =>
            editName((onClose) => <ListNameField list_id={list.id} onClose={onClose} />),
          )
        }
      >
        {text.rename}
      </MenuItem>
      <LimitItem list={list} openDialog={openDialog} />
      <MenuItem
        icon={CircleCheckBig}
        onSelect={() =>
          ifEditable(
            () =>
              void editResource(session, listResource, list, {
                completes_cards: !list.completes_cards,
              }),
          )
        }
      >
        {list.completes_cards ? text.completesNot : text.completes}
      </MenuItem>
      <MenuSeparator />
      {index > 0 && (
        <MenuItem icon={ArrowLeft} onSelect={() => move(index - 1)}>
          {text.moveLeft}
        </MenuItem>
      )}
      {index < lists.length - 1 && (
        <MenuItem icon={ArrowRight} onSelect={() => move(index + 1)}>
          {text.moveRight}
        </MenuItem>
      )}
      {lists.length > 2 && (
        <MenuItem
          icon={MoveRight}
          onSelect={() =>
            ifEditable(() => openDialog(<MoveListDialog list_id={list.id} onClose={close} />))
          }
        >
          {text.move}
        </MenuItem>
      )}
      {lists.length > 1 && <MenuSeparator />}
      <MenuItem icon={Archive} onSelect={archive}>
        {text.archive}
      </MenuItem>
      <MenuItem
        icon={Trash}
        tone="bad"
        onSelect={() =>
          ifEditable(() =>
            openDialog(<DeleteListDialog board_id={board.id} list={list} onClose={close} />),
          )
        }
      >
        {text.delete}
      </MenuItem>
    </>
  )
}

interface LimitItemProps extends Pick<ListMenuItemsProps, 'openDialog'> {
  list: BoardList
  isOnDevice?: boolean
}

function LimitItem({ list, openDialog, isOnDevice = false }: LimitItemProps) {
  const { ifEditable } = useBoardActions()
  const open = () =>
    openDialog(
      <ListLimitDialog list={list} isOnDevice={isOnDevice} onClose={() => openDialog(null)} />,
    )
  return (
    <MenuItem icon={Gauge} onSelect={() => (isOnDevice ? open() : ifEditable(open))}>
      {text.limit}
    </MenuItem>
  )
}

/** The menu in the head of a list. The name is edited in place of the head. */
export function ListMenu({ list }: { list: BoardList }) {
  const [dialog, openDialog] = useState<ReactNode>(null)
  const { field, hasFocus, editName } = useNameField()
  const { id } = list
  const { fingerprint } = useSession().connection
  const { sort } = useListViews()[id] ?? {}
  const unsort = () => {
    setListView(fingerprint, id, { sort: null })
    announce(boardText.boardOrder(list.name))
    document.querySelector<HTMLElement>(`[data-list-menu="${CSS.escape(id)}"]`)?.focus() // this button goes
  }

  // Without its button the closing menu has nothing to give the focus to, and it stays in the field.
  if (field) return field
  return (
    <>
      {sort && (
        <IconButton
          icon={ArrowUpDown}
          label={boardText.unsort(list.name)}
          aria-pressed
          className="text-accent-ink"
          onClick={unsort}
        />
      )}
      <Menu
        label={boardText.listMenu(list.name)}
        align="end"
        trigger={
          <IconButton
            icon={Ellipsis}
            label={boardText.listMenu(list.name)}
            data-list-menu={id}
            autoFocus={hasFocus}
          />
        }
      >
        <ListMenuItems list_id={id} openDialog={openDialog} editName={editName} />
      </Menu>
      {dialog}
    </>
  )
}
