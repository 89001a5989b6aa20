import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'

import { messages } from '#web/messages/en/app.ts'
import { boardsText as text } from '#web/messages/en/boards.ts'
import { paths } from '#web/paths.ts'
import { ViewMenu } from '#web/saved-views/view-menu.tsx'
import { ViewTabs } from '#web/saved-views/view-tabs.tsx'
import { usePreference } from '#web/session/preferences.ts'
import {
  useCapability,
  useSessionCapabilities,
  useCanWrite,
} from '#web/session/use-capabilities.ts'
import { buttonClass, CreateButton } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { useDateSettings } from '#web/ui/format.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { BoardGrid } from './board-grid.tsx'
import { boardsQuery } from './boards.data.ts'
import { CreateBoardDialog } from './create-board-dialog.tsx'

export function Component() {
  useDateSettings() // the tiles show dates
  const [search] = useSearchParams()
  const archived = search.get('archived') === 'true'
  const canCreate = useCanCreateBoards()
  const canListCards = useCapability('cards.list')
  const [creating, setCreating] = useState(false)
  const close = () => setCreating(false)
  const onCreate = canCreate && !archived ? () => setCreating(true) : undefined
  const offlineProps = useOfflineProps()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const { data } = useInfiniteQuery(boardsQuery(archived))
  // The empty state itself offers to create the first board.
  const isEmpty = !archived && data?.pages[0]?.data.length === 0

  return (
    <>
      <PageHeader
        title={text.title}
        // Beside the title it stays in its place when the actions go.
        adornment={<BoardTabs archived={archived} />}
        actions={
          <>
            <SearchField label={text.find} singleKeys={singleKeys} />
            <ViewMenu />
            {canListCards && (
              // Wider windows have it in the sidebar.
              <Link to={paths.cards()} className={`${buttonClass()} md:hidden`}>
                {messages.app.nav.cards}
              </Link>
            )}
            {onCreate && !isEmpty && (
              <Link to={paths.importBoard()} className={buttonClass()}>
                {text.importBoard}
              </Link>
            )}
            {onCreate && !isEmpty && (
              <CreateButton {...offlineProps} onClick={onCreate}>
                {text.new}
              </CreateButton>
            )}
          </>
        }
      />
      <ViewTabs className="mt-3" />
      <BoardGrid archived={archived} filter={search.get('q') ?? ''} onCreate={onCreate} />
      {creating && <CreateBoardDialog onClose={close} />}
    </>
  )
}

function useCanCreateBoards() {
  const isSupported = useCapability('boards.write')
  return useCanWrite() && isSupported
}

function BoardTabs({ archived }: { archived: boolean }) {
  const tab = (label: string, isArchived: boolean, count: number | undefined) => ({
    to: paths.boards(isArchived ? 'archived' : undefined),
    label,
    current: archived === isArchived,
    count,
  })
  return (
    <Tabs
      label={text.which}
      tabs={[
        tab(text.open, false, useBoardCount(false)),
        tab(text.archived, true, useBoardCount(true)),
      ]}
    />
  )
}

/** Undefined until all boards of the tab are loaded. */
function useBoardCount(archived: boolean): number | undefined {
  const { me } = useSessionCapabilities()
  const { data, hasNextPage } = useInfiniteQuery({
    ...boardsQuery(archived),
    enabled: me !== undefined,
  })
  return data && !hasNextPage ? data.pages.flatMap((page) => page.data).length : undefined
}
