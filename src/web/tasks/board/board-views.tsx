import { boardText } from '#web/messages/en/board.ts'
import type { BoardViewName } from '#web/tasks/toolbar/view-switch.tsx'
import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { Skeleton } from '#web/ui/page-states.tsx'

const cardTable = lazyChunk(() => import('#web/tasks/table-view/card-table.tsx'))
const cardCalendar = lazyChunk(() => import('#web/tasks/calendar-view/card-calendar.tsx'))

/** For a lost connection. */
export const loadOtherViews = () => Promise.all([cardTable.load(), cardCalendar.load()])

interface OtherViewProps {
  view: Exclude<BoardViewName, 'board'>
  /** Its code could not be loaded. */
  onCancel: () => void
}

/** A view in place of the lists, in a chunk of its own. */
export function OtherView({ view, onCancel }: OtherViewProps) {
  const common = {
    onCancel,
    fallback: (
      <Skeleton label={boardText.loadingView}>
        <div className="h-[70dvh] rounded-tray border border-line bg-sunken" />
      </Skeleton>
    ),
  }
  return view === 'table' ? (
    <Lazy {...common} chunk={cardTable}>
      {({ CardTable }) => <CardTable />}
    </Lazy>
  ) : (
    <Lazy {...common} chunk={cardCalendar}>
      {({ CardCalendar }) => <CardCalendar />}
    </Lazy>
  )
}
