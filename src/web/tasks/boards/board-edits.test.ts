import { expect, test } from 'vitest'

import type { Board, BoardList } from '#client/resources.ts'
import { createGate, errorBody, respondJson } from '#client/test-stub-server.ts'
import type { RequestHandler } from '#client/test-stub-server.ts'
import { getConflicts } from '#web/session/resources/conflicts.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { testSession } from '#web/session/test-session.ts'
import { waitFor } from '#web/test-time.ts'
import { boardResource, labelResource, listResource } from './board-resources.ts'
import { archivedListsQuery, boardQuery, boardsQuery } from './boards.data.ts'
import { deleteLabel } from './edit-labels.data.ts'
import { changeOfPlace, createList, deleteList } from './edit-lists.data.ts'

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
  const current = () => queryClient.getQueryData(boardQuery('brd').queryKey) ?? board
  const names = () => current().lists.flatMap(({ name, archived }) => (archived ? [] : [name]))
  const tab = (archived: boolean) =>
    queryClient
      .getQueryData(boardsQuery(archived).queryKey)
      ?.pages.flatMap(({ data }) => data.map(({ name }) => name))
  const one = (id: string) => current().lists.find((entry) => entry.id === id) ?? list(id, 0)
  const edit = (list_id: string, changes: Partial<BoardList>) =>
    editResource(session, listResource, one(list_id), changes)
  return { ...base, edit, current, names, tab, one }
}

const respondOk: RequestHandler = (request, response) => {
  const id = request.line.split('/').at(-1)
  const fields: object =
    typeof request.body === 'object' && request.body !== null ? request.body : {}
  respondJson(response, 200, {
    ...list(id ?? '', ' abc'.indexOf(id ?? '')),
    ...fields,
    version: '2',
  })
}

const reject: RequestHandler = (_request, response) =>
  respondJson(response, 409, errorBody('conflict'))

test('a renamed list is shown at once, saved, and undone', async () => {
  const { edit, names, session, one } = await setUp(respondOk)
  const saved = edit('b', { name: 'Doing' })
  expect(names()).toEqual(['a', 'Doing', 'c'])
  expect(await saved).toMatchObject({ state: 'saved', item: { name: 'Doing' } })
  expect(one('b').version).toBe('2')
  session.undo.undoLast()
  expect(names()).toEqual(['a', 'b', 'c'])
})

test('a rejected change of a list rolls back only its own fields', async () => {
  const { edit, one } = await setUp((request, response) =>
    (request.body as { name?: string }).name === undefined
      ? respondOk(request, response)
      : reject(request, response),
  )
  const [renamed] = await Promise.all([edit('b', { name: 'Doing' }), edit('b', { wip_limit: 4 })])
  expect(renamed.state).toBe('error')
  expect(one('b')).toMatchObject({ name: 'b', wip_limit: 4 })
})

test('a moved list is sent after its new neighbor and returns when rejected', async () => {
  const { session, names, requests, one, current } = await setUp(reject)
  const { changes, label } = changeOfPlace(current().lists, one('a'), 1)
  const outcome = editResource(session, listResource, one('a'), changes, { label })
  expect(names()).toEqual(['b', 'a', 'c'])
  expect(session.undo.list()).toMatchObject([{ label: 'Moved list a to position 2 of 3' }])
  expect((await outcome).state).toBe('error')
  expect(requests()[0]?.body).toEqual({ after_list_id: 'b' })
  expect(names()).toEqual(['a', 'b', 'c'])
})

test('an archived list returns to its rank with the version of the server', async () => {
  const { edit, names, session, requests } = await setUp(respondOk)
  const archived = edit('a', { archived: true })
  expect(names()).toEqual(['b', 'c'])
  await archived
  session.undo.undoLast()
  expect(names()).toEqual(['a', 'b', 'c'])
  await waitFor(() => expect(requests()).toHaveLength(2))
  expect(requests()[1]?.headers['if-match']).toBe('"2"')
})

test('a question before an undo names the list as the person knows it', async () => {
  const { edit, session, current } = await setUp(respondOk)
  await edit('a', { name: 'Next' })
  const lists = current().lists.map((one) => (one.id === 'a' ? { ...one, name: 'Theirs' } : one))
  session.queryClient.setQueryData(boardQuery('brd').queryKey, { ...current(), lists })
  session.undo.undoLast()
  const question = () => session.undo.confirmation.get()?.question
  await waitFor(() => expect(question()).toBe('The name of Next has changed since, to “Theirs”.'))
})

test('an undo that is sent again after a conflict is still no change of its own', async () => {
  const newest = { ...list('a', 1, 2), wip_limit: 5, version: '3' }
  const { edit, session, requests } = await setUp((request, response) => {
    if (request.line.startsWith('GET'))
      return respondJson(response, 200, { id: 'brd', lists: [newest], labels: [] })
    if (request.headers['if-match'] === '"2"')
      return respondJson(response, 412, errorBody('precondition_failed'))
    const version = String(requests().length + 1)
    respondJson(response, 200, { ...newest, ...Object(request.body), version })
  })
  await edit('a', { name: 'Next' })
  session.undo.undoLast()
  await waitFor(() => expect(requests().map(({ line }) => line)).toHaveLength(4))
  expect(requests().at(-1)?.headers['if-match']).toBe('"3"')
  expect(session.undo.list()).toMatchObject([{ undoes: 'Renamed to Next' }])
})

test('a deleted list hands its cards on, and returns with them when rejected', async () => {
  const { session, names, requests, one } = await setUp(reject)
  const outcome = deleteList(session, one('a'), 'b')
  expect(names()).toEqual(['b', 'c'])
  expect(one('b').card_count).toBe(3)
  expect((await outcome).state).toBe('error')
  expect(requests()[0]?.line).toContain('move_cards_to=b')
  expect(names()).toEqual(['a', 'b', 'c'])
  expect(one('b').card_count).toBe(1)
})

test('a created list is added at the end, and undo deletes it', async () => {
  const { names, session, requests } = await setUp((request, response) =>
    request.line.startsWith('POST')
      ? respondJson(response, 201, { ...list('new', 4), name: 'Later' })
      : respondJson(response, 204, undefined),
  )
  expect(await createList(session, 'brd', 'Later')).toBeUndefined()
  expect(names()).toEqual(['a', 'b', 'c', 'Later'])
  session.undo.undoLast()
  await waitFor(() => expect(names()).toEqual(['a', 'b', 'c']))
  await waitFor(() => expect(requests()).toHaveLength(2))
})

test('undoing a creation before its response deletes what was created', async () => {
  const first = createGate()
  const { names, session, requests } = await setUp(async (request, response) => {
    if (!request.line.startsWith('POST')) return respondJson(response, 204, undefined)
    await first.whenOpen
    respondJson(response, 201, { ...list('new', 4), name: 'Later' })
  })
  const created = createList(session, 'brd', 'Later')
  await waitFor(() => expect(requests()).toHaveLength(1))
  session.undo.undoLast()
  first.open()
  await created
  await waitFor(() => expect(requests()).toHaveLength(2))
  expect(names()).toEqual(['a', 'b', 'c'])
})

test('a query that was stale before an edit is refetched after it', async () => {
  const { edit, session } = await setUp(respondOk)
  const { queryClient } = session
  const key = boardQuery('brd').queryKey
  await queryClient.invalidateQueries({ queryKey: key, refetchType: 'none' })
  await edit('b', { name: 'Doing' })
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true)
})

test('an archived list that was changed by another is deleted with its new version', async () => {
  const { session, requests } = await setUp((request, response) => {
    if (request.line === 'GET /boards/brd')
      return respondJson(response, 200, { id: 'brd', lists: [] })
    if (request.line.startsWith('GET'))
      return respondJson(response, 200, {
        data: [{ ...list('old', 4), archived: true, version: '3' }],
        paging: { next: null },
      })
    if (request.headers['if-match'] === '"3"') return respondJson(response, 204, undefined)
    return respondJson(response, 412, errorBody('precondition_failed'))
  })
  await session.queryClient.fetchInfiniteQuery(archivedListsQuery('brd'))
  const seen = { ...list('old', 4), archived: true, version: '2' }
  const outcome = deleteList(session, seen, 'a')
  await waitFor(() => expect(getConflicts(session).get()).toMatchObject([{ title: 'old' }]))
  getConflicts(session).get()[0]?.choose('mine')
  expect(await outcome).toEqual({ state: 'removed' })
  const deletions = requests().filter(({ line }) => line.startsWith('DELETE'))
  expect(deletions.map(({ headers }) => headers['if-match'])).toEqual(['"2"', '"3"'])
})

test('an archived board changes its tab at once, and back when rejected', async () => {
  const { session, current, tab } = await setUp(reject)
  const outcome = editResource(session, boardResource, current(), { archived: true })
  expect([tab(false), tab(true)]).toEqual([[], ['Launch']])
  expect((await outcome).state).toBe('error')
  expect([tab(false), tab(true)]).toEqual([['Launch'], []])
})

test('labels are recolored and deleted at once, and return when rejected', async () => {
  const { session, current } = await setUp(reject)
  const [copy = { ...label, external_ref: null }] = current().labels
  const edited = editResource(session, labelResource, copy, { color: 'red' })
  expect(current().labels).toMatchObject([{ color: 'red' }])
  expect((await edited).state).toBe('error')
  expect(current().labels).toMatchObject([{ color: 'teal' }])
  const deleted = deleteLabel(session, copy)
  expect(current().labels).toEqual([])
  expect((await deleted).state).toBe('error')
  expect(current().labels).toMatchObject([{ name: 'Copy', color: 'teal' }])
})
