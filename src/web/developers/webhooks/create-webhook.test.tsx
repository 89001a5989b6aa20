import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { findThemeViolations } from '#web/test-axe.ts'
import { recordCopies } from '#web/test-clipboard.ts'
import {
  emulatePhone,
  errorResponse,
  excessWidth,
  type Responses,
  signOutElsewhere,
} from '#web/test-page.tsx'
import { currentSession, openWebhooks } from './test-webhook-pages.ts'
import { buildWebhook } from './test-webhooks.ts'

const SECRET = 'whsec_c2VjcmV0LW9mLXRoaXMtdGVzdC1vbmx5'
const dialog = () => page.getByRole('dialog')
const field = (name: string) => dialog().getByRole('textbox', { name, exact: true })
const create = () => dialog().getByRole('button', { name: 'Create webhook' })

async function openForm(respond: Responses['POST /webhooks']) {
  const opened = await openWebhooks('/developers/webhooks', {
    responses: respond ? { 'POST /webhooks': respond } : {},
  })
  await page.getByRole('button', { name: 'New webhook' }).click()
  await expect.element(field('Address')).toHaveFocus()
  return opened
}

test('the form of a webhook sends what was chosen', async () => {
  const inputs: unknown[] = []
  await openForm(({ input }) => {
    inputs.push(input)
    return Response.json({ ...buildWebhook(), secret: SECRET }, { status: 201 })
  })
  await field('Address').fill(' https://hooks.example.com/in ')
  await dialog().getByRole('radio', { name: 'Only these kinds' }).click()
  await dialog().getByRole('searchbox', { name: 'Find kinds' }).fill('card')
  await dialog()
    .getByRole('checkbox', { name: /^Cards/ })
    .click()
  await dialog().getByRole('searchbox', { name: 'Find kinds' }).fill('')
  await userEvent.keyboard('{Enter}') // sends nothing
  await dialog()
    .getByRole('checkbox', { name: /^card\.moved/ })
    .click()
  await dialog()
    .getByRole('checkbox', { name: /^post\.created/ })
    .click()
  await expect.element(dialog()).toHaveTextContent('2 kinds chosen')
  await dialog().getByRole('radio', { name: 'Slack' }).click()
  await dialog().getByRole('combobox', { name: 'Boards', exact: true }).fill('Launch')
  await userEvent.keyboard('{Enter}')
  await dialog()
    .getByRole('checkbox', { name: /^Skip events caused by an API key/ })
    .click()
  await dialog().getByRole('button', { name: 'Add header' }).click()
  await expect.element(field('Name of header 1')).toHaveFocus()
  await field('Name of header 1').fill('X-Team')
  await field('Value of header 1').fill('ops')
  await create().click()
  await expect.element(page.getByTestId('secret')).toHaveTextContent(SECRET)
  expect(inputs).toEqual([
    {
      url: 'https://hooks.example.com/in',
      events: ['card.created', 'post.created'],
      format: 'slack',
      filter: { board_ids: ['brd_1'] },
      ignore_api: true,
      headers: { 'X-Team': 'ops' },
    },
  ])
})

test('fields say what is missing before anything is sent', async () => {
  const { requests } = await openForm(undefined)
  await field('Your own signing secret').fill('short')
  await create().click()
  await expect.element(field('Address')).toHaveFocus()
  await expect.element(field('Address')).toHaveAccessibleDescription(/Enter an address\./)
  await expect
    .element(field('Your own signing secret'))
    .toHaveAccessibleDescription(/Use 24 to 256 printable characters/)
  expect(requests).not.toContain('POST /webhooks')
})

test('a choice of kinds that is missing gets the focus', async () => {
  const { requests } = await openForm(undefined)
  await field('Address').fill('https://hooks.example.com/in')
  const choice = dialog().getByRole('radio', { name: 'Only these kinds' })
  await choice.click()
  await create().click()
  await expect.element(choice).toHaveFocus()
  await expect.element(dialog()).toHaveTextContent('Choose at least one')
  expect(requests).not.toContain('POST /webhooks')
})

test('an error of the server is at its field and keeps the text', async () => {
  await openForm(() =>
    Response.json(
      {
        error: {
          code: 'validation_error',
          message: 'Invalid request.',
          details: [
            { field: '/url', code: 'address_not_allowed', message: 'is a private address' },
            { field: '/headers/Host', code: 'reserved_header', message: 'Host is reserved.' },
          ],
        },
      },
      { status: 422 },
    ),
  )
  await field('Address').fill('https://127.0.0.1/in')
  await dialog().getByRole('button', { name: 'Add header' }).click()
  await field('Name of header 1').fill('Host')
  await create().click()
  await expect.element(field('Address')).toHaveAccessibleDescription(/is a private address/)
  await expect.element(field('Name of header 1')).toHaveAccessibleDescription(/Host is reserved/)
  await expect.element(field('Address')).toHaveValue('https://127.0.0.1/in')
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('Your text is kept.')
})

test('a failed request keeps the text and asks before it is discarded', async () => {
  await openForm(() => errorResponse(409, 'conflict', 'You may have at most 20 webhooks.'))
  await field('Address').fill('https://hooks.example.com/in')
  await create().click()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('at most 20 webhooks')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(field('Address')).toHaveValue('https://hooks.example.com/in')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('a form that is being sent cannot be discarded, and its secret is shown', async () => {
  let respond: (response: Response) => void = () => undefined
  const response = new Promise<Response>((resolve) => (respond = resolve))
  const { router } = await openForm(() => response)
  await field('Address').fill('https://hooks.example.com/in')
  await create().click()
  await expect.element(create()).toHaveAttribute('aria-busy', 'true')
  // Another request gets no response meanwhile.
  currentSession().reachable.set(false)
  const discard = page.getByRole('button', { name: 'Discard' })
  await userEvent.keyboard('{Escape}')
  expect(discard.elements()).toEqual([])
  await dialog().getByRole('button', { name: 'Cancel' }).click({ force: true })
  expect(discard.elements()).toEqual([])
  await expect.element(dialog()).not.toHaveTextContent('This will be saved')
  await router.navigate('/developers/verify')
  await expect.element(field('Address')).toHaveValue('https://hooks.example.com/in')
  respond(Response.json({ ...buildWebhook(), secret: SECRET }, { status: 201 }))
  await expect.element(page.getByTestId('secret')).toHaveTextContent(SECRET)
})

test('the secret is shown until it was copied, and nowhere afterwards', async () => {
  const webhook = buildWebhook()
  const copies = recordCopies()
  const { router } = await openWebhooks('/developers/webhooks', {
    webhooks: [webhook],
    responses: {
      'POST /webhooks': () => Response.json({ ...webhook, secret: SECRET }, { status: 201 }),
    },
  })
  await page.getByRole('button', { name: 'New webhook' }).click()
  await field('Address').fill(webhook.url)
  await create().click()
  const secret = page.getByTestId('secret')
  await expect.element(secret).toHaveTextContent(SECRET)
  expect(await findThemeViolations()).toEqual([])
  const done = dialog().getByRole('button', { name: 'Done' })
  await userEvent.keyboard('{Escape}')
  await done.click({ force: true })
  await expect.element(secret).toBeVisible()
  // As Chromium does when Back is pressed twice on a phone: the second press asks no page.
  const element = dialog().element()
  if (element instanceof HTMLDialogElement) element.close()
  await expect.element(secret).toBeVisible()
  await expect.element(dialog().getByRole('button', { name: 'Copy' })).toHaveFocus()
  await dialog().getByRole('button', { name: 'Copy' }).click()
  await dialog().getByRole('checkbox', { name: 'I have copied it' }).click()
  await done.click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('hooks.example')
  expect(copies).toEqual([SECRET])
  expect(router.state.location.pathname).toBe('/developers/webhooks/whk_1')
  const { queryClient, undo } = currentSession()
  const caches = [queryClient.getQueryCache(), queryClient.getMutationCache()]
  const places = [
    JSON.stringify(caches.map((cache) => cache.getAll().map(({ state }) => state))),
    JSON.stringify(undo.list()),
    new XMLSerializer().serializeToString(document),
    document.title,
    location.href,
    JSON.stringify(history.state),
    JSON.stringify({ ...localStorage }),
    JSON.stringify({ ...sessionStorage }),
  ]
  for (const place of places) expect(place).not.toContain(SECRET)
})

test('a phone shows the form in its width', async () => {
  await emulatePhone()
  await openForm(undefined)
  await dialog().getByRole('radio', { name: 'Only these kinds' }).click()
  await dialog().getByRole('button', { name: 'Add header' }).click()
  expect(excessWidth()).toBeLessThanOrEqual(0)
  const { scrollWidth, clientWidth } = dialog().element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  expect(await findThemeViolations()).toEqual([])
})

test('a replaced secret stays when another tab signs out, and Done opens the sign-in page', async () => {
  const webhook = buildWebhook()
  const { router } = await openWebhooks('/developers/webhooks/whk_1/secret', {
    webhooks: [webhook],
    responses: { 'POST /webhooks/:webhook_id/rotate-secret': { ...webhook, secret: SECRET } },
  })
  await page.getByRole('button', { name: 'Replace secret…' }).click()
  await dialog().getByRole('button', { name: 'Replace secret', exact: true }).click()
  const secret = page.getByTestId('secret')
  await expect.element(secret).toBeVisible()
  await signOutElsewhere(router)
  await expect
    .element(page.getByRole('main'))
    .not.toHaveTextContent('Only the current secret signs.')
  await expect.element(secret).toHaveTextContent(SECRET)
  await dialog().getByRole('checkbox', { name: 'I have copied it' }).click()
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/sign-in')
})
