import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { errorResponse, textsOf } from '#web/test-page.tsx'
import { currentSession, openWebhooks } from './test-webhook-pages.ts'
import { buildWebhook } from './test-webhooks.ts'

const dialog = () => page.getByRole('dialog')
const main = page.getByRole('main')

test('a typed value of a header stays where their version is used', async () => {
  let webhook = buildWebhook({ headers: { Authorization: '••••••' } })
  await openWebhooks('/developers/webhooks/whk_1/settings', {
    responses: {
      'GET /webhooks/:webhook_id': () => webhook,
      'PATCH /webhooks/:webhook_id': ({ input }) => {
        if (webhook.version === '1') {
          webhook = { ...webhook, headers: {}, version: '2' }
          return errorResponse(412, 'precondition_failed')
        }
        return { ...webhook, description: input.description ?? null, version: '3' }
      },
    },
  })
  await page.getByRole('textbox', { name: 'Description' }).fill('CRM')
  await page.getByRole('button', { name: 'Replace value of Authorization' }).click()
  const value = page.getByRole('textbox', { name: 'Value of header 1' })
  await value.fill('Bearer clear')
  await main.getByRole('button', { name: 'Save changes' }).click()
  await dialog().getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Use their version' }).click()
  // The description is saved, and the header is not.
  await expect
    .poll(() =>
      currentSession()
        .undo.list()
        .map(({ state }) => state),
    )
    .toEqual(['done'])
  await expect.element(value).toHaveValue('Bearer clear')
  const save = main.getByRole('button', { name: 'Save changes' })
  await expect.element(save).not.toHaveAttribute('aria-busy')
  expect(textsOf(page.getByTestId('toast'))).not.toContainEqual(expect.stringMatching(/^Saved/))
})
