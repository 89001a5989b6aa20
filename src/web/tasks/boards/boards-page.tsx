import { useInfiniteQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import { boardsText as text } from '#web/messages/en/boards.ts'
import { paths } from '#web/paths.ts'
import {
  useCapability,
  useSessionCapabilities,
  useCanWrite,
} from '#web/session/use-capabilities.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button, floatsOnPhone } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TypingKept } from '#web/ui/type-ahead-buffer.tsx'
import { BoardsGrid } from './board-grid.tsx'
import { boardsPages } from './boards.data.ts'
import { BoardsFind } from './search-field.tsx'

const NewBoardDialog = lazy(async () => ({
  default: (await import('./create-board-dialog.tsx')).NewBoardDialog,
}))

/** Every board of the workspace. */
export function Component() {
  const [search] = useSearchParams()
  const archived = search.get('archived') === 'true'
  const mayMake = useMayMakeBoards()
  const [making, setMaking] = useState(false)
  const makeBoard = mayMake ? () => setMaking(true) : undefined
  const paused = useOfflineProps()
  const { data } = useInfiniteQuery(boardsPages(archived))
  // Where there are none, the empty page itself offers to make the first.
  const none = !archived && data?.pages[0]?.data.length === 0

  return (
    <>
      <PageHeader
        title={text.title}
        actions={
          <>
            <WhichBoards archived={archived} />
            <BoardsFind label={text.find} />
            {makeBoard && !none && (
              <Button
                {...paused}
                look="primary"
                icon={Plus}
                data-create
                onClick={makeBoard}
                className={floatsOnPhone}
              >
                {text.new}
              </Button>
            )}
          </>
        }
      />
      <BoardsGrid archived={archived} find={search.get('q') ?? ''} onMake={makeBoard} />
      <Suspense fallback={<TypingKept onCancel={() => setMaking(false)} />}>
        {making && <NewBoardDialog onClose={() => setMaking(false)} />}
      </Suspense>
    </>
  )
}

function useMayMakeBoards() {
  const offered = useCapability('boards.write')
  return useCanWrite() && offered
}

function WhichBoards({ archived }: { archived: boolean }) {
  return (
    <Tabs
      label={text.which}
      tabs={[
        {
          to: paths.boards(),
          label: <Counted name={text.open} archived={false} />,
          current: !archived,
        },
        {
          to: paths.boards('archived'),
          label: <Counted name={text.archived} archived />,
          current: archived,
        },
      ]}
    />
  )
}

/** The number stands only beside a list that is known whole. */
function Counted({ name, archived }: { name: string; archived: boolean }) {
  const { me } = useSessionCapabilities()
  const { data, hasNextPage } = useInfiniteQuery({
    ...boardsPages(archived),
    enabled: me !== undefined,
  })
  const count = data && !hasNextPage ? data.pages.flatMap((page) => page.data).length : undefined
  return (
    <span className="flex items-center gap-1.5">
      {name}
      {count !== undefined && <span className="text-meta text-ink-3">{count}</span>}
    </span>
  )
}
