import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { holdResponse, openWithBoards } from '#web/tasks/test-boards.ts'

const dialog = page.getByRole('dialog')
const boardLink = page.getByRole('main').getByRole('link', { name: 'Launch' })

/** Presses C on the boards page before GET /me has a response. Returns the router, and how to send it. */
async function pressCreateEarly() {
  const me = holdResponse({
    key: { scope: 'write' },
    workspace: { id: 'wsp_1', name: 'Test' },
    capabilities: ['boards.write'],
  })
  const { router } = await openWithBoards('/boards', undefined, { 'GET /me': () => me.response })
  await expect.element(boardLink).toBeVisible()
  // The shortcuts are loaded.
  await userEvent.keyboard('?')
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await userEvent.keyboard('c')
  return { router, respond: me.send }
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

test('C before GET /me opens the form and takes the next keys', async () => {
  const { router, respond } = await pressCreateEarly()
  await userEvent.keyboard('go?')
  respond()
  await expect.element(dialog).toHaveAccessibleName('New board')
  expect(router.state.location.pathname).toBe('/boards')
})

test.each(['click', 'focus'] as const)(
  'C before GET /me is canceled by %s of a field',
  async (action) => {
    const { respond } = await pressCreateEarly()
    const field = page.getByCss('#content [role=search] input')
    if (action === 'click') await field.click()
    else field.element().focus()
    await userEvent.keyboard('go')
    await expect.element(field).toHaveValue('go')
    respond()
    await expect.element(page.getByRole('button', { name: 'New board' })).toBeVisible()
    await nextFrame()
    await expect.element(dialog).not.toBeInTheDocument()
  },
)

test('C before GET /me opens nothing on the next page', async () => {
  const { respond } = await pressCreateEarly()
  // Without a press of the mouse, which would cancel it.
  boardLink.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  await expect.element(page.getByTestId('card').first()).toBeVisible()
  respond()
  await expect.element(page.getByRole('button', { name: 'Add a list' })).toBeVisible()
  await nextFrame()
  await expect
    .element(page.getByRole('textbox', { name: 'Title of the new card' }))
    .not.toBeInTheDocument()
})

test('C before GET /me keeps keys for five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await pressCreateEarly()
  await vi.advanceTimersByTimeAsync(5000)
  await userEvent.keyboard('?')
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})
