import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { openWebhooks } from '#web/developers/webhooks/test-webhook-pages.ts'
import { buildWebhook } from '#web/developers/webhooks/test-webhooks.ts'
import { recordCopies } from '#web/test-clipboard.ts'
import { errorResponse } from '#web/test-page.tsx'

const actions = page.getByRole('button', { name: 'Actions for hooks.example.com/in' })
const pause = async () => {
  await actions.click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
}
const command = [
  'curl --request PATCH',
  "--url 'http://service.example/v1/webhooks/whk_1'",
  "--header 'Authorization: Bearer <API_KEY>'",
  "--header 'Content-Type: application/json'",
  `--data-raw '{"enabled":false}'`,
].join(' \\\n  ')

test('the request of a recent change is copied as curl', async () => {
  const copies = recordCopies()
  await openWebhooks('/developers/webhooks', {
    webhooks: [buildWebhook()],
    responses: { 'PATCH /webhooks/:webhook_id': buildWebhook({ enabled: false, version: '2' }) },
  })
  await pause()
  await expect.element(page.getByTestId('toast')).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox').fill('Recent changes')
  await page.getByRole('option', { name: 'Recent changes' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Copy as curl: / })
    .click()
  await expect.poll(() => copies).toEqual([command])
})

test('the request of a failed change is copied as curl, and the toast stays for Try again', async () => {
  const copies = recordCopies()
  const { requests } = await openWebhooks('/developers/webhooks', {
    webhooks: [buildWebhook()],
    responses: { 'PATCH /webhooks/:webhook_id': () => errorResponse(422, 'validation_failed') },
  })
  await pause()
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await expect.poll(() => copies).toEqual([command])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => requests.filter((one) => one.startsWith('PATCH'))).toHaveLength(2)
})
