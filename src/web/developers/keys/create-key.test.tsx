import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Input } from '#contract/endpoints.ts'
import { findThemeViolations } from '#web/test-axe.ts'
import { recordCopies } from '#web/test-clipboard.ts'
import {
  emulatePhone,
  errorResponse,
  excessWidth,
  type Responses,
  signOutElsewhere,
} from '#web/test-page.tsx'
import { ana, currentSession, openKeys } from './test-keys-page.ts'
import { buildKey } from './test-keys.ts'

const VALUE = 'wsk_w_0123456789abcdefghijklmnopqrstuvwx'
const DAY = 86_400_000
const dialog = () => page.getByRole('dialog')
const field = (name: string) => dialog().getByRole('textbox', { name, exact: true })
const create = () => dialog().getByRole('button', { name: 'Create API key' })
const newKey = buildKey({ id: 'key_2', name: 'Website', last4: 'uvwx' })
const respond = () => Response.json({ ...newKey, key: VALUE }, { status: 201 })

async function openForm(response: Responses['POST /api-keys'] = respond) {
  const opened = await openKeys({ responses: { 'POST /api-keys': response } })
  await page.getByRole('button', { name: 'New API key' }).click()
  await expect.element(field('Name')).toHaveFocus()
  return opened
}

test('the form of a key sends access, expiry and member', async () => {
  const inputs: Input<'POST /api-keys'>[] = []
  await openForm(({ input }) => {
    inputs.push(input)
    return respond()
  })
  await field('Name').fill(' Website ')
  await dialog()
    .getByRole('radio', { name: /^Admin/ })
    .click()
  await dialog().getByRole('combobox', { name: 'Expiry' }).selectOptions('30 days')
  await expect.element(dialog()).toHaveTextContent(/It stops working on \w+/)
  await dialog().getByRole('combobox', { name: 'Member' }).fill('Ana')
  await userEvent.keyboard('{Enter}')
  await create().click()
  await expect.element(page.getByTestId('secret')).toHaveTextContent(VALUE)
  const { expires_at, ...rest } = inputs[0] ?? { expires_at: null }
  expect(rest).toEqual({ name: 'Website', scope: 'write', admin: true, member_id: ana.id })
  const days = (Date.parse(expires_at ?? '') - Date.now()) / DAY
  expect([days > 29.99, days <= 30]).toEqual([true, true])
})

test('T97 an expiry follows the clock of the server', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY })
  const date = new Date(Date.now() - DAY).toUTCString()
  const inputs: Input<'POST /api-keys'>[] = []
  await openKeys({
    responses: {
      'GET /api-keys': () =>
        Response.json({ data: [buildKey()], paging: { next: null } }, { headers: { date } }),
      'POST /api-keys': ({ input }) => {
        inputs.push(input)
        return respond()
      },
    },
  })
  await page.getByRole('button', { name: 'New API key' }).click()
  await field('Name').fill('Website')
  await create().click()
  await expect.element(page.getByTestId('secret')).toBeVisible()
  const days = (Date.parse(inputs[0]?.expires_at ?? '') - Date.parse(date)) / DAY
  expect(Math.round(days * 100) / 100).toBe(90)
})

test('Ctrl Enter in a date sends the date that was just typed', async () => {
  const inputs: Input<'POST /api-keys'>[] = []
  await openForm(({ input }) => {
    inputs.push(input)
    return respond()
  })
  await field('Name').fill('Website')
  await dialog().getByRole('combobox', { name: 'Expiry' }).selectOptions('Choose a date…')
  const year = new Date().getFullYear() + 1
  await field('Last day').fill(`5 March ${year}`)
  await userEvent.keyboard('{Tab}')
  await field('Last day').fill(`9 March ${year}`)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByTestId('secret')).toBeVisible()
  // The end of that day, in the time zone of the browser.
  expect(inputs[0]?.expires_at ?? '').toMatch(new RegExp(`^${year}-03-(09|10)T`))
})

test('a key without a name or a date is not sent', async () => {
  const { requests } = await openForm()
  await dialog().getByRole('combobox', { name: 'Expiry' }).selectOptions('Choose a date…')
  await create().click()
  await expect.element(field('Name')).toHaveFocus()
  await expect.element(field('Name')).toHaveAccessibleDescription(/Enter a name\./)
  await expect.element(field('Last day')).toHaveAccessibleDescription(/Choose a date\./)
  expect(requests).not.toContain('POST /api-keys')
})

test('an error of the server keeps the form', async () => {
  await openForm(() => errorResponse(500, 'internal_error'))
  await field('Name').fill('Website')
  await create().click()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('Your text is kept.')
  await expect.element(field('Name')).toHaveValue('Website')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('V-K1 V-K2 T102 the value is shown until it is stored, and nowhere afterwards', async () => {
  const copies = recordCopies()
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file)
    return '#file'
  })
  const keys = [buildKey()]
  const { router } = await openKeys({
    responses: {
      'GET /api-keys': () => Response.json({ data: keys, paging: { next: null } }),
      'POST /api-keys': () => {
        keys.unshift(newKey)
        return respond()
      },
    },
  })
  await page.getByRole('button', { name: 'New API key' }).click()
  await field('Name').fill('Website')
  expect(textOfPage()).not.toContain(VALUE)
  await create().click()
  const secret = page.getByTestId('secret')
  await expect.element(secret).toHaveTextContent(VALUE)
  expect(await findThemeViolations()).toEqual([])
  const done = dialog().getByRole('button', { name: 'Done' })
  await userEvent.keyboard('{Escape}')
  await done.click({ force: true })
  // A press outside, on the backdrop.
  dialog()
    .element()
    .dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
  await router.navigate('/developers/verify')
  // As Chromium does when Back is pressed twice on a phone: the second press asks no page.
  const element = dialog().element()
  if (element instanceof HTMLDialogElement) element.close()
  await expect.element(secret).toBeVisible()
  expect(router.state.location.pathname).toBe('/developers/keys')
  await expect.element(dialog().getByRole('button', { name: 'Copy' })).toHaveFocus()
  await dialog().getByRole('button', { name: 'Copy' }).click()
  await dialog().getByRole('button', { name: 'Download as a text file' }).click()
  await dialog().getByRole('checkbox', { name: 'I have stored this key' }).click()
  await done.click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByTestId('row').first()).toHaveTextContent('Website')
  expect(copies).toEqual([VALUE])
  expect(await Promise.all(files.map((file) => file.text()))).toEqual([`${VALUE}\n`])
  const { queryClient, undo } = currentSession()
  const caches = [queryClient.getQueryCache(), queryClient.getMutationCache()]
  const places = [
    JSON.stringify(caches.map((cache) => cache.getAll().map(({ state }) => state))),
    JSON.stringify(undo.list()),
    textOfPage(),
    document.title,
    location.href,
    JSON.stringify(history.state),
    JSON.stringify({ ...localStorage }),
    JSON.stringify({ ...sessionStorage }),
  ]
  for (const place of places) expect(place).not.toContain(VALUE)
  // A new key is revoked by its name only.
  expect(undo.list()).toEqual([])
})

test('the value stays when another tab signs out, and Done opens the sign-in page', async () => {
  const { router } = await openForm()
  await field('Name').fill('Website')
  await create().click()
  const secret = page.getByTestId('secret')
  await expect.element(secret).toBeVisible()
  await signOutElsewhere(router)
  await expect.element(secret).toHaveTextContent(VALUE)
  await dialog().getByRole('checkbox', { name: 'I have stored this key' }).click()
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/sign-in')
  await expect.element(page.getByRole('heading', { name: 'Connect a workspace' })).toBeVisible()
})

test('the sign-in page opens when another tab signs out while a key is created', async () => {
  let answer: (response: Response) => void = () => undefined
  const answered = new Promise<Response>((resolve) => (answer = resolve))
  const { router, requests } = await openForm(() => answered)
  await field('Name').fill('Website')
  await create().click()
  await expect.poll(() => requests).toContain('POST /api-keys')
  await signOutElsewhere(router)
  expect(router.state.location.pathname).toBe('/developers/keys')
  answer(respond()) // for the stub, which ends a request only then
  await expect.poll(() => router.state.location.pathname).toBe('/sign-in')
  await expect.element(page.getByRole('heading', { name: 'Connect a workspace' })).toBeVisible()
})

const textOfPage = () => new XMLSerializer().serializeToString(document)

test('a phone shows the form and the value in its width', async () => {
  await emulatePhone()
  await openForm()
  await dialog().getByRole('combobox', { name: 'Expiry' }).selectOptions('Choose a date…')
  expect(excessWidth()).toBeLessThanOrEqual(0)
  expect(await findThemeViolations()).toEqual([])
  await dialog().getByRole('combobox', { name: 'Expiry' }).selectOptions('No expiry')
  await field('Name').fill('Website')
  await create().click()
  await expect.element(page.getByTestId('secret')).toBeVisible()
  const { scrollWidth, clientWidth } = dialog().element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
})
