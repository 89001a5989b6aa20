import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { openPage, type Responses } from '#web/test-page.tsx'

const dialog = page.getByRole('dialog', { name: 'New board' })
const name = dialog.getByRole('textbox', { name: 'Name' })
const lists = dialog.getByRole('textbox', { name: 'Lists' })

/** Opens the form of a new board, which the service rejects for what is wrong with one field. */
async function openNewBoard(field = '/name', message = '') {
  const details = [{ field, code: 'invalid', message }]
  const error = { code: 'validation_error', message: `${field}: is wrong`, details }
  const responses: Responses = {
    'GET /boards': { data: [] },
    'POST /boards': () => Response.json({ error }, { status: 422 }),
  }
  await openPage('/boards', responses, { capabilities: ['boards.write'] })
  await page.getByRole('button', { name: 'New board' }).click()
  await expect.element(name).toHaveFocus()
}

test('1.18 Cancel asks before it discards text, as Esc does', async () => {
  await openNewBoard()
  await userEvent.keyboard('Garden')
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  await cancel.click()
  const question = page.getByRole('dialog').filter({ hasText: 'Keep editing' }).last()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(name).toHaveValue('Garden')
  await cancel.click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('5.2 what the service says of a field stands there, and the text stays', async () => {
  await openNewBoard('/name', 'That name is taken.')
  await name.fill('Garden')
  await userEvent.keyboard('{Enter}')
  await expect.element(name).toHaveAccessibleDescription('That name is taken.')
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Your text is kept.')
  await expect.element(name).toHaveValue('Garden')
})

test('5.6 a field shows an error when left after a change, then while typing', async () => {
  await openNewBoard()
  await userEvent.keyboard('{Tab}') // left as it was
  await expect.element(lists).toHaveFocus()
  await expect.element(name).not.toHaveAttribute('aria-invalid')

  await name.fill('Garden')
  await name.fill('')
  await expect.element(name).not.toHaveAttribute('aria-invalid')
  await userEvent.keyboard('{Tab}')
  await expect.element(name).toHaveAccessibleDescription('Enter a name.')
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')

  await name.click()
  await userEvent.keyboard('G')
  await expect.element(name).not.toHaveAttribute('aria-invalid')
  await userEvent.keyboard('{Backspace}')
  await expect.element(name).toHaveAccessibleDescription('Enter a name.')
})

test('1.16 a refused form focuses its first invalid field', async () => {
  await openNewBoard('/lists/0/name', 'Too long.')
  await lists.click()
  const create = dialog.getByRole('button', { name: 'Create' })
  await create.click()
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')

  await userEvent.keyboard('Garden')
  await create.click()
  await expect.element(lists).toHaveAccessibleDescription(/Too long\./)
  await expect.element(lists).toHaveFocus()
})
