import type { Call } from '#client/api-client.ts'
import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { startReceiver } from './webhook-receiver.ts'

/** Once so many deliveries have ended; without one, what they are. */
const whenEnded = (api: Call, webhook_id: string, count: number) =>
  expect
    .poll(async () => {
      const { data } = await api('GET /webhooks/:webhook_id/deliveries', { webhook_id })
      return data.map(({ status, attempt_count }) => `${status} ${attempt_count}`)
    })
    .toEqual(Array.from({ length: count }, () => expect.stringMatching(/^(succeeded|failed)/)))

test('W1 W3 a failed delivery is found, sent again and checked', async ({ page, api, signIn }) => {
  const receiver = await startReceiver()
  try {
    receiver.status = 500
    const webhook = await api('POST /webhooks', {
      url: receiver.url,
      events: ['list.created'],
      headers: { 'X-Token': 'hidden' },
    })
    const { id: webhook_id, secret } = webhook
    await api('POST /webhooks/:webhook_id/test', { webhook_id, kind: 'card.moved' })
    await whenEnded(api, webhook_id, 1)
    receiver.status = 200
    await api('POST /webhooks/:webhook_id/test', { webhook_id })
    await whenEnded(api, webhook_id, 2)
    await signIn(page)
    await page.goto(`/developers/webhooks/${webhook_id}`)
    const rows = page.getByTestId('row')
    await expect(rows).toHaveText([/Delivered 200.*webhook\.test/s, /Failed 500.*card\.moved/s])

    // W3: the filter is in the address and survives a reload.
    await page.getByRole('button', { name: 'Result' }).click()
    await page.getByRole('radio', { name: 'Failed or waiting' }).click()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/status=failed%2Cpending/)
    await expect(rows).toHaveText([/Failed 500/])
    await page.reload()
    await expect(rows).toHaveText([/Failed 500/])

    await rows.getByRole('link').click()
    const pane = page.getByRole('region', { name: 'Delivery' })
    await expect(pane.getByRole('heading', { name: 'card.moved' })).toBeVisible()
    await expect(page).toHaveURL(/deliveries\/dlv_[^?]+\?status=/)
    const request = pane.getByRole('region', { name: 'Request' })
    await expect(request).toContainText('X-Token: ••••••')
    await expect(request).toContainText('"event": "card.moved"')
    await pane.getByText('Response', { exact: true }).click()
    await expect(pane.getByRole('region', { name: 'Response' })).toContainText(/HTTP 500[^]*Thanks/)

    // W1: one attempt more, with the same body.
    await pane.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText('Queued to be sent again').first()).toBeVisible()
    await expect(pane.getByRole('group', { name: 'Attempts' }).getByRole('button')).toHaveText([
      /200.*Attempt 2/,
      /500.*Attempt 1/,
    ])
    expect(receiver.requests).toHaveLength(3)
    expect(receiver.requests[2]?.body).toBe(receiver.requests[0]?.body)

    await pane.getByText('Request', { exact: true }).click()
    await pane.getByRole('link', { name: 'Check a signature' }).click()
    await expect(page).toHaveURL(/\/developers\/verify$/)
    await expect(page.getByRole('textbox', { name: 'Body' })).toHaveValue(
      receiver.requests[0]?.body ?? '',
    )
    await page.getByLabel('Signing secret').fill(secret)
    await page.getByRole('button', { name: 'Check signature' }).click()
    await expect(page.getByRole('status')).toContainText('The signature matches')
    await page.getByLabel('Body').press('End')
    await page.getByLabel('Body').pressSequentially(' ')
    await page.getByRole('button', { name: 'Check signature' }).click()
    await expect(page.getByRole('status')).toContainText('doesn’t match')
  } finally {
    receiver.close()
  }
})

test('deliveries appear while the page is open and wait while it is read', async ({
  page,
  api,
  signIn,
}) => {
  const receiver = await startReceiver()
  try {
    const { id: webhook_id } = await api('POST /webhooks', {
      url: receiver.url,
      events: ['list.created'],
    })
    await signIn(page)
    await page.goto(`/developers/webhooks/${webhook_id}`)
    await expect(page.getByRole('heading', { name: 'No deliveries yet' })).toBeVisible()
    await page.getByRole('button', { name: 'Send a test event' }).first().click()
    await page.getByRole('button', { name: 'Send test event' }).click()
    const rows = page.getByTestId('row')
    await expect(rows).toHaveText([/Delivered 200.*webhook\.test/s])

    await rows.getByRole('link').click()
    await api('POST /lists', { name: 'Customers' })
    const showNew = page.getByRole('button', { name: 'Show 1 new delivery' })
    await expect(showNew).toHaveText('1 new')
    await expect(rows).toHaveCount(1)
    await showNew.click()
    await expect(rows).toHaveText([/list\.created/, /webhook\.test/])

    // Escape closes the delivery and focuses its row.
    await page.getByRole('region', { name: 'Request' }).focus()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(new RegExp(`${webhook_id}$`))
    await expect(rows.nth(1).getByRole('link')).toBeFocused()
  } finally {
    receiver.close()
  }
})

test('failed deliveries are counted before they are sent again', async ({ page, api, signIn }) => {
  const receiver = await startReceiver()
  try {
    const { id: webhook_id } = await api('POST /webhooks', {
      url: receiver.url,
      events: ['list.created'],
    })
    for (const name of ['One', 'Two']) await api('POST /lists', { name })
    await whenEnded(api, webhook_id, 2)
    // What is sent again by hand is attempted once, and fails for good.
    receiver.status = 500
    const { data } = await api('GET /webhooks/:webhook_id/deliveries', { webhook_id })
    for (const { id: delivery_id } of data)
      await api('POST /webhooks/:webhook_id/deliveries/:delivery_id/redeliver', {
        webhook_id,
        delivery_id,
      })
    await expect
      .poll(async () => {
        const input = { webhook_id, status: 'failed' as const }
        return (await api('GET /webhooks/:webhook_id/deliveries', input)).data.length
      })
      .toBe(2)
    await signIn(page)
    await page.goto(`/developers/webhooks/${webhook_id}`)
    await expect(page.getByTestId('row')).toHaveText([/Failed 500/, /Failed 500/])
    const open = async (name: string) => {
      await page.getByRole('button', { name: 'More actions for deliveries' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await open('Skip waiting…')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('No delivery is waiting.')
    await expect(dialog.getByRole('button', { name: 'Skip', exact: true })).toBeDisabled()
    await page.keyboard.press('Escape')

    receiver.status = 200
    await open('Recover failed…')
    await expect(dialog).toContainText(
      /2 failed deliveries of events since .* will be sent again\./,
    )
    await expect(dialog.getByRole('radio', { name: '7 days ago' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Send 2 deliveries again' }).click()
    await expect(page.getByText('2 deliveries queued to be sent again').first()).toBeVisible()
    await expect(page.getByTestId('row')).toHaveText([/Delivered 200/, /Delivered 200/])
    expect(receiver.requests).toHaveLength(6)
  } finally {
    receiver.close()
  }
})

test('deliveries have no accessibility violations in both themes and on a phone', async ({
  page,
  api,
  signIn,
}) => {
  const receiver = await startReceiver()
  try {
    receiver.status = 404
    const { id: webhook_id } = await api('POST /webhooks', {
      url: receiver.url,
      events: ['list.created'],
    })
    await api('POST /webhooks/:webhook_id/test', { webhook_id })
    await whenEnded(api, webhook_id, 1)
    await signIn(page)
    await page.goto(`/developers/webhooks/${webhook_id}`)
    // From a cold page by keyboard: into the table, and open its first row.
    await expect(page.getByTestId('row')).toHaveText([/Failed 404/])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const heading = page.getByRole('heading', { name: 'webhook.test' })
    await expect(heading).toBeVisible()
    expect(await findThemeViolations(page)).toEqual([])

    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByTestId('row')).toBeHidden()
    expect(await findThemeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Back to deliveries' }).click()
    await expect(page.getByTestId('row').getByRole('link')).toBeFocused()
    expect(await findThemeViolations(page)).toEqual([])
    await page.getByTestId('row').getByRole('link').press('Enter')
    await expect(heading).toBeFocused()
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    expect(scrollWidth).toBe(clientWidth)
  } finally {
    receiver.close()
  }
})
