import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'

import { emulatePhone, errorResponse, excessWidth, textsOf } from '#web/test-page.tsx'
import { currentSession, openWebhooks } from './test-webhook-pages.ts'
import { buildWebhook } from './test-webhooks.ts'

const SECRET = 'whsec_c2VjcmV0LW9mLXRoaXMtdGVzdC1vbmx5'
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

test('settings that were touched and reverted show later changes of others', async () => {
  let webhook = buildWebhook({ description: 'CRM' })
  await openWebhooks('/developers/webhooks/whk_1/settings', {
    responses: { 'GET /webhooks/:webhook_id': () => webhook },
  })
  const description = page.getByRole('textbox', { name: 'Description' })
  // A space at the end may be followed by a word.
  await description.fill('CRM ')
  await expect.element(description).toHaveValue('CRM ')
  await description.fill('CRM')
  webhook = { ...webhook, description: 'Sales', version: '2' }
  await currentSession().queryClient.refetchQueries({ queryKey: ['GET /webhooks/:webhook_id'] })
  await expect.element(description).toHaveValue('Sales')
})

test('while two secrets sign, a replacement is offered without an overlap only', async () => {
  const inputs: unknown[] = []
  const previous_secret_until = new Date(Date.now() + 3_600_000).toISOString()
  const webhook = buildWebhook({ previous_secret_until })
  await openWebhooks('/developers/webhooks/whk_1/secret', {
    webhooks: [webhook],
    responses: {
      'POST /webhooks/:webhook_id/rotate-secret': ({ input }) => {
        inputs.push(input)
        return { ...webhook, secret: SECRET }
      },
    },
  })
  await page.getByRole('button', { name: 'Replace secret…' }).click()
  await expect.element(dialog()).toHaveTextContent('at most two secrets sign at a time')
  expect(dialog().getByRole('radio').elements()).toHaveLength(1)
  await dialog().getByRole('button', { name: 'Replace secret', exact: true }).click()
  await expect.element(page.getByTestId('secret')).toHaveTextContent(SECRET)
  expect(inputs).toEqual([{ webhook_id: 'whk_1', overlap_hours: 0 }])
})

test('a choice for a secret stays while somebody else replaces it, and the service is asked', async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const webhooks = [buildWebhook()]
  const versions: (string | null)[] = []
  await openWebhooks('/developers/webhooks/whk_1/secret', {
    webhooks,
    responses: {
      'POST /webhooks/:webhook_id/rotate-secret': ({ headers }) => {
        versions.push(headers.get('if-match'))
        return errorResponse(412, 'precondition_failed')
      },
    },
  })
  await page.getByRole('button', { name: 'Replace secret…' }).click()
  webhooks[0] = buildWebhook({ version: '2', previous_secret_until: until })
  await currentSession().queryClient.refetchQueries({ queryKey: ['GET /webhooks/:webhook_id'] })
  await expect
    .element(page.getByText(/^The previous secret signs too until/).first())
    .toBeInTheDocument()
  await expect.element(dialog().getByRole('radio', { name: '24 hours' })).toBeChecked()
  await dialog().getByRole('button', { name: 'Replace secret', exact: true }).click()
  await expect.poll(() => versions).toEqual(['"1"'])
  // By now the person sees what was changed.
  await expect.element(dialog().getByRole('radio', { name: '24 hours' })).not.toBeInTheDocument()
  await dialog().getByRole('button', { name: 'Replace secret', exact: true }).click()
  await expect.poll(() => versions).toEqual(['"1"', '"2"'])
})

test('on a phone the buttons of a header are beside its value', async () => {
  await emulatePhone()
  await openWebhooks('/developers/webhooks/whk_1/settings', {
    webhooks: [buildWebhook({ headers: { Authorization: '••••••' } })],
  })
  const value = page.getByRole('textbox', { name: 'Value of header 1' })
  await expect.element(value).toBeVisible()
  const middleOf = (target: Locator) => {
    const { top, bottom } = target.element().getBoundingClientRect()
    return (top + bottom) / 2
  }
  for (const name of ['Replace value of Authorization', 'Remove header 1'])
    expect(Math.abs(middleOf(page.getByRole('button', { name })) - middleOf(value))).toBeLessThan(8)
  expect(excessWidth()).toBeLessThanOrEqual(0)
})
