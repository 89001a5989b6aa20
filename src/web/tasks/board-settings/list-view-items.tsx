import ChevronsRightLeft from 'lucide-react/icons/chevrons-right-left'
import Link from 'lucide-react/icons/link'
import SquareCheck from 'lucide-react/icons/square-check'

import type { BoardList } from '#client/resources.ts'
import { boardText } from '#web/messages/en/board.ts'
import { listViewText as text } from '#web/messages/en/list-view.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { sharedLink } from '#web/session/workspace-ref.ts'
import { useBoardActions, useBoardValues } from '#web/tasks/board-state/board-context.ts'
import { setListView, useListViews } from '#web/tasks/board-state/list-views.ts'
import { writeToClipboard } from '#web/ui/clipboard.ts'
import { announce } from '#web/ui/live-region.tsx'
import { MenuItem, MenuRadioGroup, MenuSeparator } from '#web/ui/popup/menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { focusSpine } from './list-spine.tsx'

const sortValues = ['board', 'due', 'name'] as const

/** The part of a list's menu that changes only how this device shows it. */
export function ListViewItems({ list }: { list: BoardList }) {
  const session = useSession()
  const actions = useBoardActions()
  const { layout } = useBoardValues()
  const { fingerprint } = session.connection
  const { sort } = useListViews()[list.id] ?? {}

  const chooseSort = (value: (typeof sortValues)[number]) => {
    setListView(fingerprint, list.id, { sort: value === 'board' ? null : value })
    announce(
      value === 'board'
        ? boardText.boardOrder(list.name)
        : text.sorted(list.name, text.sortOptions[value]),
    )
  }
  const collapse = () => {
    setListView(fingerprint, list.id, { isCollapsed: true })
    announce(text.collapsed(list.name))
    focusSpine(list.id) // the button of this menu goes
  }
  const copyLink = async () => {
    const href = `${location.origin}${paths.board(actions.board_id)}?list=${encodeURIComponent(list.id)}`
    if (await writeToClipboard(sharedLink(href, session.connection)))
      toast({ text: text.linkCopied(list.name) })
  }
  return (
    <>
      <MenuRadioGroup
        label={text.sort}
        value={sort ?? 'board'}
        options={sortValues.map((value) => ({ value, label: text.sortOptions[value] }))}
        onChoose={chooseSort}
      />
      <MenuSeparator />
      <MenuItem icon={SquareCheck} onSelect={() => actions.selectList(list.id)}>
        {text.select}
      </MenuItem>
      {!layout.isPhone && (
        <MenuItem icon={ChevronsRightLeft} onSelect={collapse}>
          {text.collapse}
        </MenuItem>
      )}
      <MenuItem icon={Link} onSelect={() => void copyLink()}>
        {text.copyLink}
      </MenuItem>
    </>
  )
}
