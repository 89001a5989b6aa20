import { expect, test, vi } from 'vitest'

import type { Board } from '#client/resources.ts'
import { errorBody, respondJson } from '#client/test-stub-server.ts'
import type { RequestHandler } from '#client/test-stub-server.ts'
import { testSession } from '#web/session/test-session.ts'
import type { BoardEditContext, BoardEditOutcome } from './board-cache.ts'
import { archivedListsQuery, boardQuery, boardsQuery } from './boards.data.ts'
import { editBoard } from './edit-board.data.ts'
import { deleteLabel, editLabel } from './edit-labels.data.ts'
import { createList, deleteList, editList, moveList } from './edit-lists.data.ts'

const list = (id: string, position: number, card_count = 0) => ({
  id,
  board_id: 'brd',
  name: id,
  position,
  completes_cards: false,
  card_count,
  archived: false,
  wip_limit: null,
  external_ref: null,
  version: '1',
})

const label = { id: 'lbl', board_id: 'brd', name: 'Copy', color: 'teal', version: '1' }

async function setUp(handler: RequestHandler) {
  const base = await testSession(handler, { capabilities: ['boards.write', 'etag'] })
  const { session } = base
  const at = '2025-11-01T09:00:00.000Z'
  const board: Board = {
    id: 'brd',
    name: 'Launch',
    description: null,
    lists: [list('a', 1, 2), list('b', 2, 1), list('c', 3)],
    labels: [{ ...label, external_ref: null }],
    archived: false,
    archived_at: null,
    card_count: 3,
    external_ref: null,
    version: '1',
    created_at: at,
    updated_at: at,
  }
  const { queryClient } = session
  queryClient.setQueryData(boardQuery('brd').queryKey, board)
  for (const archived of [false, true])
    queryClient.setQueryData(boardsQuery(archived).queryKey, {
      pages: [{ data: archived ? [] : [board], paging: { next: null } }],
      pageParams: [null],
    })
  const outcomes: BoardEditOutcome[] = []
  const context: BoardEditContext = {
    session,
    board_id: 'brd',
    onOutcome: (outcome) => outcomes.push(outcome),
  }
  const current = () => queryClient.getQueryData(boardQuery('brd').queryKey) ?? board
  const names = () => current().lists.flatMap(({ name, archived }) => (archived ? [] : [name]))
  const tab = (archived: boolean) =>
    queryClient
      .getQueryData(boardsQuery(archived).queryKey)
      ?.pages.flatMap(({ data }) => data.map(({ name }) => name))
  const one = (id: string) => current().lists.find((entry) => entry.id === id) ?? list(id, 0)
  return { ...base, context, outcomes, current, names, tab, one }
}

const respondOk: RequestHandler = (request, response) => {
  const id = request.line.split('/').at(-1)
  const fields: object =
    typeof request.body === 'object' && request.body !== null ? request.body : {}
  respondJson(response, 200, { ...list(id ?? '', 9), ...fields, version: '2' })
}

const reject: RequestHandler = (_request, response) =>
  respondJson(response, 409, errorBody('conflict'))

test('a renamed list is shown at once, saved, and undone', async () => {
  const { context, names, session, one } = await setUp(respondOk)
  editList(context, one('b'), { name: 'Doing' })
  expect(names()).toEqual(['a', 'Doing', 'c'])
  await vi.waitFor(() => expect(one('b').version).toBe('2'))
  session.undo.undoLast()
  expect(names()).toEqual(['a', 'b', 'c'])
})

test('a rejected change of a list rolls back only its own fields', async () => {
  const { context, outcomes, one } = await setUp((request, response) =>
    (request.body as { name?: string }).name === undefined
      ? respondOk(request, response)
      : reject(request, response),
  )
  editList(context, one('b'), { name: 'Doing' })
  editList(context, one('b'), { wip_limit: 4 })
  await vi.waitFor(() => expect(outcomes).toMatchObject([{ type: 'rejected' }]))
  await vi.waitFor(() => expect(one('b')).toMatchObject({ name: 'b', wip_limit: 4 }))
})

test('a moved list is sent after its new neighbor and returns when rejected', async () => {
  const { context, names, requests, outcomes, one } = await setUp(reject)
  moveList(context, one('a'), 1)
  expect(names()).toEqual(['b', 'a', 'c'])
  await vi.waitFor(() => expect(outcomes).toHaveLength(1))
  expect(requests()[0]?.body).toEqual({ after_list_id: 'b' })
  expect(names()).toEqual(['a', 'b', 'c'])
})

test('an archived list returns to its rank with the version of the server', async () => {
  const { context, names, session, requests, one, current } = await setUp(respondOk)
  editList(context, one('a'), { archived: true })
  expect(names()).toEqual(['b', 'c'])
  await vi.waitFor(() => expect(session.mutate.isMutating()).toBe(false))
  // A refetch omits archived lists.
  session.queryClient.setQueryData(boardQuery('brd').queryKey, {
    ...current(),
    lists: current().lists.filter(({ archived }) => !archived),
  })
  session.undo.undoLast()
  expect(names()).toEqual(['a', 'b', 'c'])
  await vi.waitFor(() => expect(requests()).toHaveLength(2))
  expect(requests()[1]?.headers['if-match']).toBe('"2"')
})

test('a deleted list hands its cards on, and returns with them when rejected', async () => {
  const { context, names, requests, outcomes, one } = await setUp(reject)
  deleteList(context, one('a'), 'b')
  expect(names()).toEqual(['b', 'c'])
  expect(one('b').card_count).toBe(3)
  await vi.waitFor(() => expect(outcomes).toHaveLength(1))
  expect(requests()[0]?.line).toContain('move_cards_to=b')
  expect(names()).toEqual(['a', 'b', 'c'])
  expect(one('b').card_count).toBe(1)
})

test('a created list is added at the end, and undo deletes it', async () => {
  const { context, names, session, requests } = await setUp((request, response) =>
    request.line.startsWith('POST')
      ? respondJson(response, 201, { ...list('new', 4), name: 'Later' })
      : respondJson(response, 204, undefined),
  )
  expect(await createList(context, 'Later')).toBeUndefined()
  expect(names()).toEqual(['a', 'b', 'c', 'Later'])
  session.undo.undoLast()
  await vi.waitFor(() => expect(names()).toEqual(['a', 'b', 'c']))
  await vi.waitFor(() => expect(requests()).toHaveLength(2))
})

test('a version conflict shows the other version before saving again', async () => {
  const { context, outcomes, one } = await setUp((_request, response) =>
    respondJson(response, 412, errorBody('precondition_failed')),
  )
  editList(context, one('b'), { name: 'Doing' })
  await vi.waitFor(() => expect(outcomes).toMatchObject([{ type: 'changed_by_other', name: 'b' }]))
  expect(one('b').name).toBe('b')
})

test('an archived list that was changed by another is deleted with its new version', async () => {
  let version = '2'
  const { context, outcomes, requests, session } = await setUp((request, response) => {
    if (request.line.startsWith('GET'))
      return respondJson(response, 200, {
        data: [{ ...list('old', 4), archived: true, version }],
        paging: { next: null },
      })
    if (request.headers['if-match'] === `"${version}"`) return respondJson(response, 204, undefined)
    return respondJson(response, 412, errorBody('precondition_failed'))
  })
  await session.queryClient.fetchInfiniteQuery(archivedListsQuery('brd'))
  version = '3'
  deleteList(context, { ...list('old', 4), archived: true, version: '2' }, 'a')
  await vi.waitFor(() => expect(outcomes).toMatchObject([{ type: 'changed_by_other' }]))
  outcomes[0]?.retry()
  await vi.waitFor(() => expect(session.mutate.isMutating()).toBe(false))
  const deletions = requests().filter(({ line }) => line.startsWith('DELETE'))
  expect(deletions.map(({ headers }) => headers['if-match'])).toEqual(['"2"', '"3"'])
  expect(outcomes).toHaveLength(1)
})

test('an archived board changes its tab at once, and back when rejected', async () => {
  const { context, outcomes, current, tab } = await setUp(reject)
  editBoard(context, current(), { archived: true })
  expect([tab(false), tab(true)]).toEqual([[], ['Launch']])
  await vi.waitFor(() => expect(outcomes).toHaveLength(1))
  expect([tab(false), tab(true)]).toEqual([['Launch'], []])
})

test('labels are recolored and deleted at once, and return when rejected', async () => {
  const { context, outcomes, current } = await setUp(reject)
  const [copy = label] = current().labels
  editLabel(context, copy, { color: 'red' })
  expect(current().labels).toMatchObject([{ color: 'red' }])
  await vi.waitFor(() => expect(outcomes).toHaveLength(1))
  expect(current().labels).toMatchObject([{ color: 'teal' }])
  deleteLabel(context, copy)
  expect(current().labels).toEqual([])
  await vi.waitFor(() => expect(outcomes).toHaveLength(2))
  expect(current().labels).toMatchObject([{ name: 'Copy', color: 'teal' }])
})
