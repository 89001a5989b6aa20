import { expect, test } from 'vitest'

import { respondJson, errorBody } from '#client/test-stub-server.ts'
import { listOf, respondToMove, testBoard } from '#web/session/test-session.ts'
import { createUndoHistory, type UndoEntry } from './undo-history.ts'

test('a change can be undone, a rejected one leaves the undo history', async () => {
  const { session, move, log } = await testBoard((seen, response) =>
    listOf(seen) === 'locked'
      ? respondJson(response, 409, errorBody('conflict'))
      : respondToMove(seen, response),
  )
  const undo = (label: string) => ({ undo: { label, undo: () => log.push(`undo ${label}`) } })
  const first = move('a', 'one', 'start', undo('first'))
  expect(session.undo.list()).toMatchObject([{ label: 'first', state: 'sending' }])
  await first
  expect(session.undo.list()).toMatchObject([{ label: 'first', state: 'done' }])
  await move('a', 'locked', 'one', undo('refused'))
  expect(session.undo.list().map(({ label: words }) => words)).toEqual(['first'])
  expect(session.undo.undoLast()).toMatchObject({ label: 'first' })
  expect(log.at(-1)).toBe('undo first')
  expect(session.undo.undoLast()).toBeUndefined()
})

/** Takes changes back as a page would, and answers what was done. */
function testUndo() {
  const undo = createUndoHistory()
  const done: string[] = []
  const change = (label: string, confirmBefore?: UndoEntry['confirmBefore']) =>
    undo.record({
      label,
      confirmBefore,
      undo: () => {
        done.push(label)
        undo.record({ label: `${label} back`, undo: () => done.push(`${label} again`) })
      },
    })
  return { undo, done, change }
}

test('undoLast twice undoes the last two changes', () => {
  const { undo, done, change } = testUndo()
  change('first')
  change('second')
  undo.undoLast()
  undo.undoLast()
  expect(done).toEqual(['second', 'first'])
  expect(undo.undoLast()).toBeUndefined()
  expect(undo.list().map(({ label }) => label)).toEqual(['first back', 'second back'])
})

test('an undone change can be redone, and undone again with undoLast', () => {
  const undo = createUndoHistory()
  const record = (label: string, back: string): unknown =>
    undo.record({ label, undo: () => record(back, label) })
  record('Moved X to Ready', 'Moved X to Ideas')
  undo.undoLast()
  const [undone] = undo.list()
  expect(undo.list()).toMatchObject([{ undoes: 'Moved X to Ready' }])
  expect(undo.undoLast()).toBeUndefined()
  undo.undo(undone?.id ?? 0)
  expect(undo.list()).toMatchObject([{ label: 'Moved X to Ready', undoes: undefined }])
  expect(undo.undoLast()).toMatchObject({ label: 'Moved X to Ready' })
  expect(undo.list()).toHaveLength(1)
})

test('undoing an outdated change asks for confirmation', () => {
  const { undo, done, change } = testUndo()
  let question: string | undefined = 'It has since moved. Move it back?'
  const { id } = change('moved', () => question)
  undo.undoLast()
  expect(done).toEqual([])
  expect(undo.confirmation.get()).toMatchObject({ question, change: { id, label: 'moved' } })
  undo.undo(id, true)
  expect(done).toEqual(['moved'])
  expect(undo.confirmation.get()).toBeNull()

  question = undefined
  undo.undo(change('moved once').id)
  expect(done).toEqual(['moved', 'moved once'])
})

test('an undo that its check refuses leaves the undo history', async () => {
  const { undo, done, change } = testUndo()
  const undone: string[] = []
  undo.onUndo(({ label }) => undone.push(label))
  change('sent', () => Promise.resolve(false))
  undo.undoLast()
  await expect.poll(() => undo.list()).toEqual([])
  expect([done, undone, undo.confirmation.get()]).toEqual([[], [], null])
})

test('a scope that the response names removes the change', () => {
  const undo = createUndoHistory()
  const created: { id?: string } = {}
  undo.record({ label: 'created', scope: () => created.id, undo: () => undefined })
  undo.removeScope('x')
  expect(undo.list()).toHaveLength(1)
  created.id = 'x'
  undo.removeScope('x')
  expect(undo.list()).toEqual([])
})

test('undoing another change keeps the open confirmation', () => {
  const history = createUndoHistory()
  const undone: string[] = []
  history.record({ label: 'plain', undo: () => undone.push('plain') })
  const confirmBefore = () => 'Undo anyway?'
  history.record({ label: 'changed', undo: () => undone.push('changed'), confirmBefore })
  for (const { id } of history.list()) history.undo(id)
  expect(undone).toEqual(['plain'])
  expect(history.confirmation.get()?.change.label).toBe('changed')
  history.undo(history.confirmation.get()?.change.id ?? 0, true)
  expect(undone).toEqual(['plain', 'changed'])
  expect(history.confirmation.get()).toBeNull()
})

test('an undo waits for its check and runs once', async () => {
  const { undo, done, change } = testUndo()
  const undone: string[] = []
  undo.onUndo(({ label }) => undone.push(label))
  const answers: ((question: string | undefined) => void)[] = []
  const ask = () => new Promise<string | undefined>((resolve) => answers.push(resolve))
  change('older')
  const { id } = change('moved', ask)
  undo.undo(id)
  undo.undo(id)
  expect(answers).toHaveLength(1)
  expect(done).toEqual([])
  undo.undoLast()
  expect(done).toEqual(['older'])

  answers[0]?.('It has since moved. Move it back?')
  await expect.poll(() => undo.confirmation.get()).toMatchObject({ change: { id } })
  expect(done).toEqual(['older'])
  undo.confirmation.set(null)
  undo.undo(id)
  answers[1]?.(undefined)
  await expect.poll(() => done).toEqual(['older', 'moved'])
  expect(undone).toEqual(['older', 'moved'])
})

test('undos with checks run in the order of their requests', async () => {
  const { undo, change, done } = testUndo()
  const answers: (() => void)[] = []
  const look = () => new Promise<undefined>((resolve) => answers.push(() => resolve(undefined)))
  change('older', look)
  change('newer', look)
  undo.undoLast()
  undo.undoLast()
  const [newer, older] = answers
  older?.()
  await new Promise((resolve) => setTimeout(resolve))
  newer?.()
  await expect.poll(() => done).toEqual(['newer', 'older'])
})

test('equal consecutive changes of one resource are one entry', () => {
  const undo = createUndoHistory()
  const done: string[] = []
  const change = (step: string, resource_id: string, label = 'Reordered X') =>
    undo.record({ label, resource_id, undo: () => done.push(step) })
  change('one', 'x').done()
  const second = change('two', 'x')
  const third = change('three', 'x')
  expect(undo.list()).toHaveLength(1)
  expect(undo.list()).toMatchObject([{ id: third.id, label: 'Reordered X', state: 'sending' }])
  // A rejected change leaves the earlier ones.
  third.remove()
  expect(undo.list()).toMatchObject([{ id: second.id, state: 'sending' }])
  second.done()
  expect(undo.list()).toMatchObject([{ state: 'done' }])
  change('other card', 'y')
  change('other label', 'y', 'Moved X')
  change('four', 'x')
  expect(undo.list()).toHaveLength(4)
  for (let count = 0; count < 4; count++) undo.undoLast()
  expect(done).toEqual(['four', 'other label', 'other card', 'one'])
  expect(undo.list()).toEqual([])
})
