import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { Board, Card } from '#client/resources.ts'
import { boardExportText as text } from '#web/messages/en/board-export.ts'
import { downloadFile } from '#web/session/download-file.ts'
import { useSession } from '#web/session/session.ts'
import { isFiltered, matchCards, parseCardFilter } from '#web/tasks/cards/card-filter.rules.ts'
import { loadAllCards } from '#web/tasks/cards/load-board-cards.ts'
import { useLoadedCards } from '#web/tasks/cards/use-list-cards.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { now } from '#web/ui/server-time.ts'
import { toast } from '#web/ui/toast.ts'
import { exportCards, type ExportFormat } from './card-export.rules.ts'

type Scope = 'board' | 'view' | 'selection'

interface ExportDialogProps {
  board: Board
  /** Offered as well when there are any. */
  selected?: readonly Card[]
  onClose: () => void
}

/** Saves cards as a file: all of the board, those that match the filter, or the selected ones. */
export function ExportDialog({ board, selected = [], onClose }: ExportDialogProps) {
  const [search] = useSearchParams()
  const filter = parseCardFilter(search, now().getTime())
  const scopes: Scope[] = ['board']
  if (isFiltered(filter)) scopes.unshift('view')
  if (selected.length > 0) scopes.unshift('selection')
  const [scope, setScope] = useState<Scope>(scopes[0] ?? 'board')
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [raw, setRaw] = useState(false)

  const save = (all: readonly Card[], partial: boolean) => {
    const labels = new Map(board.labels.map((label) => [label.id, label]))
    const cards = scope === 'view' ? matchCards(all, filter, labels) : all
    downloadFile(exportCards({ board, cards, format, now: now(), partial, raw }))
    toast({ text: partial ? text.exportedPart(cards.length) : text.exported(cards.length) })
    onClose()
  }
  const loading = useMissingCards(board, save)
  const start = () => (scope === 'selection' ? save(selected, false) : loading.start())

  return (
    <Dialog title={text.title(board.name)} onClose={onClose}>
      {loading.state === 'idle' ? (
        <>
          {scopes.length > 1 && (
            <RadioList
              legend={text.scope}
              value={scope}
              onChange={setScope}
              options={scopes.map((value) => ({
                value,
                label: text.scopes[value],
                hint: value === 'selection' ? text.countOf(selected.length) : undefined,
              }))}
            />
          )}
          <RadioList
            legend={text.format}
            value={format}
            onChange={setFormat}
            autoFocus
            options={(['csv', 'json'] as const).map((value) => ({
              value,
              label: text.formats[value],
              hint: text.formatHints[value],
            }))}
          />
          {format === 'csv' && (
            <Checkbox
              label={text.raw}
              hint={text.rawHint}
              checked={raw}
              onChange={({ target }) => setRaw(target.checked)}
            />
          )}
          {scope !== 'selection' && <p className="text-meta text-ink-3">{text.archivedHint}</p>}
          <div>
            <Button variant="primary" onClick={start}>
              {text.download}
            </Button>
          </div>
        </>
      ) : (
        <MissingCards board={board} {...loading} />
      )}
    </Dialog>
  )
}

type Loading = ReturnType<typeof useMissingCards>

/** Loads what is missing of the board, and saves; on Stop, what is loaded until then. */
function useMissingCards(board: Board, save: (cards: readonly Card[], partial: boolean) => void) {
  const session = useSession()
  const { cards } = useLoadedCards(board)
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const start = async () => {
    const control = new AbortController()
    abort.current = control
    const { signal } = control
    setState('loading')
    try {
      save(await loadAllCards(session, board, { signal }), false)
    } catch {
      if (signal.aborted) return
      setState('failed')
      announce(text.failed, 'assertive')
    }
  }
  const saveLoaded = () => {
    abort.current?.abort()
    save(cards, true)
  }
  return { state, loaded: cards.length, start: () => void start(), saveLoaded }
}

function MissingCards({ board, state, loaded, start, saveLoaded }: Loading & { board: Board }) {
  const total = board.card_count ?? 0
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [state])
  if (state === 'failed') {
    return (
      <>
        <p className="text-bad-ink">{text.failed}</p>
        <div className="flex flex-wrap items-center gap-2">
          <Button ref={first} variant="primary" onClick={start}>
            {text.tryAgain}
          </Button>
          <Button onClick={saveLoaded}>{text.exportLoaded}</Button>
        </div>
      </>
    )
  }
  const progress = text.loading(loaded, total)
  return (
    <>
      <p>{progress}</p>
      {total > 0 && (
        <ProgressBar label={progress} done={Math.min(loaded, total)} of={total} text={progress} />
      )}
      <div>
        <Button ref={first} onClick={saveLoaded}>
          {text.stop}
        </Button>
      </div>
    </>
  )
}
