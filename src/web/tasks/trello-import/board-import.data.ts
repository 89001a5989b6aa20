import type { BoardNoteCode } from '#client/importers/core/import-notes.ts'
import type { ImportReport } from '#client/importers/core/import-report.ts'
import { createReport } from '#client/importers/core/import-report.ts'
import { applyBoardPlan } from '#client/importers/trello/apply-board.ts'
import {
  asNewBoard,
  type BoardKind,
  type BoardPlan,
  suggestCompletingLists,
  withCompletingLists,
} from '#client/importers/trello/board-plan.ts'
import type { Board } from '#client/resources.ts'
import type { ReadName } from '#contract/endpoints.ts'
import { type Observable, observable } from '#web/external-store.ts'
import { trelloImportText as text } from '#web/messages/en/trello-import.ts'
import { paths } from '#web/paths.ts'
import { createImportCall } from '#web/session/import-call.ts'
import { getJobs } from '#web/session/jobs.ts'
import { randomId } from '#web/session/random-id.ts'
import type { KeySession } from '#web/session/session.ts'
import type { ImportSource } from '#web/ui/import/choose-file.tsx'
import { MAX_FILE_BYTES, parseExport } from './parse-export.ts'

export type BoardReport = ImportReport<BoardKind, BoardNoteCode>

/** A file that was read, and what an earlier import of it left in this workspace. */
export interface ReadyFile {
  readonly name: string
  readonly plan: BoardPlan
  /** The board of an earlier import of this file. */
  readonly existing: Board | undefined
  /** What importing into that board would do. */
  readonly changes: BoardReport | undefined
  /** Lists that are offered as completing their cards, by reference. */
  readonly completing: ReadonlySet<string>
}

export type ImportState =
  | { readonly step: 'choose'; readonly problem?: FileProblem }
  | { readonly step: 'read'; readonly name: string; readonly cancel: () => void }
  | { readonly step: 'preview'; readonly file: ReadyFile }
  /** The job tells how far it is, and whether it was stopped. */
  | {
      readonly step: 'run'
      readonly file: ReadyFile
      readonly plan: BoardPlan
      readonly job: number
    }
  | { readonly step: 'done'; readonly report: BoardReport; readonly job: number }

interface FileProblem {
  readonly name: string
  readonly message: string
}

interface ImportChoices {
  /** All lists that complete their cards, by reference. */
  readonly completing: ReadonlySet<string>
  readonly isNewBoard: boolean
}

/** What an import may have changed. */
const importedResources: readonly ReadName[] = [
  'GET /boards',
  'GET /boards/:board_id',
  'GET /boards/:board_id/cards',
  'GET /boards/:board_id/lists',
  'GET /boards/:board_id/members',
  'GET /members',
]

const imports = new WeakMap<KeySession, BoardImport>()

/** The import of a session; it stays when the page is left. */
export function getBoardImport(session: KeySession): BoardImport {
  const current = imports.get(session) ?? createBoardImport(session)
  imports.set(session, current)
  return current
}

interface BoardImport extends Pick<Observable<ImportState>, 'get' | 'subscribe'> {
  readonly read: (source: ImportSource) => Promise<void>
  readonly start: (file: ReadyFile, choices: ImportChoices) => void
  /** Continues a stopped or failed run: what is there is found again. */
  readonly resume: () => void
  readonly reset: () => void
}

function createBoardImport(session: KeySession): BoardImport {
  const state = observable<ImportState>({ step: 'choose' })

  const read = async (source: ImportSource) => {
    const { name, content } = source
    const refuse = (message: string) => state.set({ step: 'choose', problem: { name, message } })
    const size = typeof content === 'string' ? content.length : content.size
    if (size > MAX_FILE_BYTES) return refuse(text.tooLarge(Math.ceil(size / 1024 ** 2)))

    const abort = new AbortController()
    const signal = AbortSignal.any([abort.signal, session.signal])
    const cancel = () => {
      abort.abort()
      state.set({ step: 'choose' })
    }
    state.set({ step: 'read', name, cancel })
    try {
      const result = await parseExport(source, signal)
      if (!('plan' in result)) return refuse(result.refused ?? text.unreadable)
      const file = await compare(session, name, result.plan, signal)
      signal.throwIfAborted()
      state.set({ step: 'preview', file })
    } catch (error) {
      if (!signal.aborted) refuse(text.notCompared(error instanceof Error ? error.message : ''))
    }
  }

  const run = (file: ReadyFile, plan: BoardPlan) => {
    const job: number = getJobs(session).start(
      text.job(plan.board.name),
      async ({ signal, report }) => {
        const call = createImportCall(session, {
          signal,
          onPause: (paused_until) => report({ paused_until }),
        })
        try {
          const result = await applyBoardPlan(call, plan, {
            onProgress: ({ done, total }) => report({ done, total }),
          })
          const imported = createReport(plan, result, file.name, {})
          state.set({ step: 'done', report: imported, job })
          const id = imported.into?.id
          return id ? { label: text.open(plan.board.name), to: paths.board(id) } : undefined
        } finally {
          // Also after a failure: a part of the board is there.
          for (const endpoint of importedResources)
            void session.queryClient.invalidateQueries({ queryKey: [endpoint] })
        }
      },
      { page: paths.importBoard() },
    )
    state.set({ step: 'run', file, plan, job })
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    read,
    start: (file, { completing, isNewBoard }) => {
      const refs = file.plan.lists.map(({ external_ref }) => external_ref)
      const isExisting = file.existing !== undefined && !isNewBoard
      // On the board that is there a list changes only when the person changed its choice.
      const changed = refs.filter(
        (ref) => !isExisting || completing.has(ref) !== file.completing.has(ref),
      )
      const plan = withCompletingLists(
        file.plan,
        new Map(changed.map((ref) => [ref, completing.has(ref)])),
      )
      run(file, file.existing && isNewBoard ? asNewBoard(plan, randomId()) : plan)
    },
    resume: () => {
      const current = state.get()
      if (current.step !== 'run') return
      getJobs(session).dismiss(current.job)
      run(current.file, current.plan)
    },
    reset: () => state.set({ step: 'choose' }),
  }
}

/** Reads what an earlier import left, and what importing again would change. */
async function compare(
  session: KeySession,
  name: string,
  plan: BoardPlan,
  signal: AbortSignal,
): Promise<ReadyFile> {
  const call = createImportCall(session, { signal })
  const { external_ref } = plan.board
  const existing = (await call('GET /boards', { external_ref })).data[0]
  if (!existing) {
    const completing = new Set(suggestCompletingLists(plan))
    return { name, plan, existing: undefined, changes: undefined, completing }
  }
  const completing = new Set(
    existing.lists.flatMap((list) =>
      list.completes_cards && list.external_ref ? [list.external_ref] : [],
    ),
  )
  const result = await applyBoardPlan(call, plan, { dry_run: true })
  const changes = createReport(plan, result, name, { dry_run: true })
  return { name, plan, existing, changes, completing }
}
