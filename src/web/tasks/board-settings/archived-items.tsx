import Trash from 'lucide-react/icons/trash-2'

import type { ApiError } from '#client/api-error.ts'
import { archivedText as text } from '#web/messages/en/board-edit.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PartialError } from '#web/ui/page-states.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { focusAfterChange } from './focus-after-change.ts'

interface ArchivedItemsProps<Item> {
  result: {
    isError: boolean
    error: ApiError | null
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    refetch: () => unknown
    fetchNextPage: () => unknown
  }
  items: readonly Item[] | undefined
  row: (item: Item) => ArchivedItemProps
  empty: string
}

/** The archived items that match, page by page. */
export function ArchivedItems<Item extends { id: string }>({
  result,
  items,
  row,
  empty,
}: ArchivedItemsProps<Item>) {
  const loadMore = () => void result.fetchNextPage()
  if (!items) {
    return result.error ? (
      <ErrorState title={text.failed} error={result.error} onRetry={() => void result.refetch()} />
    ) : (
      <p role="status" className="text-ink-3">
        {text.loading}
      </p>
    )
  }
  if (items.length === 0 && !result.hasNextPage) return <p className="text-ink-2">{empty}</p>
  return (
    <>
      <ul className="grid">
        {items.map((item) => (
          <ArchivedItem key={item.id} {...row(item)} />
        ))}
      </ul>
      {result.isFetchNextPageError ? (
        <PartialError text={text.failed} busy={result.isFetchingNextPage} onRetry={loadMore} />
      ) : (
        result.hasNextPage && (
          <Button
            className="justify-self-start"
            busy={result.isFetchingNextPage}
            onClick={loadMore}
          >
            {text.more}
          </Button>
        )
      )}
    </>
  )
}

export interface ArchivedItemProps {
  name: string
  detail: string
  /** The board is archived. */
  isReadOnly: boolean
  onRestore: () => void
  onDelete: (() => void) | undefined
}

function ArchivedItem({ name, detail, isReadOnly, onRestore, onDelete }: ArchivedItemProps) {
  const canWrite = useCanWrite()
  const offlineProps = useOfflineProps()
  const run = (change: () => void) => () => {
    if (offlineProps) return
    change()
    focusAfterChange('dialog[open] input[type=search]') // its row leaves
  }
  return (
    <li className="flex items-center gap-2 border-b border-line py-2">
      <div className="min-w-0 flex-1">
        <p className="break-words">{name}</p>
        <p className="text-meta text-ink-3">{detail}</p>
      </div>
      {canWrite && !isReadOnly && (
        <>
          <Button
            {...offlineProps}
            size="small"
            aria-label={text.restore(name)}
            onClick={run(onRestore)}
          >
            {text.restoreShort}
          </Button>
          {onDelete && (
            <IconButton
              {...offlineProps}
              icon={Trash}
              label={text.delete(name)}
              onClick={() => !offlineProps && onDelete()}
            />
          )}
        </>
      )}
    </li>
  )
}
