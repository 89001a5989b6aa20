import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { paths } from '#web/paths.ts'
import { buildBoard, openWithBoards } from '#web/tasks/test-boards.ts'
import { errorResponse } from '#web/test-page.tsx'

const NAME = 'Choose a date'

const notes = () => page.getByRole('textbox', { name: 'Notes' })
const editButton = () => page.getByRole('button', { name: 'Edit', exact: true })

/** Opens a card with notes. The first save of them waits until it is rejected, before or after the service has stored it. */
async function openCardWithNotes(isStored: boolean) {
  const built = buildBoard({ changes: { [NAME]: { description: 'Call Ana' } } })
  const card = built.cards.find(({ name }) => name === NAME)
  if (!card) throw new Error('The board has no such card.')
  let reject: () => void = () => undefined
  const rejected = new Promise<void>((resolve) => {
    reject = resolve
  })
  let isFirst = true
  const path = paths.card(built.board.id, card.id)
  const { router } = await openWithBoards(path, [built], {
    'GET /cards/:card_id': () => card,
    'PATCH /cards/:card_id': async ({ input: { description = null } }) => {
      const change = () => Object.assign(card, { description, version: `${card.version}+` })
      if (!isFirst) return Response.json(change())
      isFirst = false
      await rejected
      if (isStored) change()
      return errorResponse(422, 'validation_failed')
    },
  })
  const reopen = async () => {
    await router.navigate(paths.boards())
    await expect.element(notes()).not.toBeInTheDocument()
    await router.navigate(path)
  }
  return { card, reject, reopen }
}

test.for([
  ['has not stored', false],
  ['has stored', true],
] as const)(
  'own notes of a save that failed are not those of others: the service %s them',
  async ([, isStored]) => {
    const { card, reject, reopen } = await openCardWithNotes(isStored)
    await editButton().click()
    await notes().fill('Call Ana today')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    // The text that is being saved is edited on.
    await editButton().click()
    await notes().fill('Call Ana at noon')
    reject()
    await expect.element(page.getByTestId('toast')).toBeVisible()
    await reopen()
    await expect.element(notes()).toHaveValue('Call Ana at noon')
    const theirs = page.getByRole('button', { name: 'Use their version' })
    await expect.element(theirs).not.toBeInTheDocument()
    await notes().click()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(notes()).not.toBeInTheDocument()
    await expect.poll(() => card.description).toBe('Call Ana at noon')
  },
)
