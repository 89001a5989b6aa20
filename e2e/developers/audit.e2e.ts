import { createApiClient } from '#client/api-client.ts'
import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { arrangeUrl } from '../service.ts'

test('T102 the audit log shows by key who added what, and no secret', async ({
  page,
  api,
  signIn,
}) => {
  const zapier = await api('POST /api-keys', { name: 'Zapier', scope: 'write' })
  const asZapier = createApiClient({ base_url: `${arrangeUrl()}/v1`, key: zapier.key })
  const { secret } = await api('POST /webhooks', {
    url: 'https://hooks.example.com/in',
    events: ['*'],
    enabled: false,
  })
  await asZapier('POST /lists', { name: 'Customers' })
  await signIn(page)
  await page.goto('/developers/events')
  await page.getByRole('link', { name: 'Audit log' }).click()
  const rows = page.getByTestId('row')
  await expect(rows).toHaveText([
    /Created email list.*Zapier/s,
    /Created webhook.*Owner key/s,
    /Created API key.*Owner key/s,
  ])

  await page.getByRole('button', { name: 'Key', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Zapier' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(new RegExp(`key_id=${zapier.id}`))
  await expect(rows).toHaveCount(1)
  // It appears by itself.
  await asZapier('POST /boards', { name: 'Launch' })
  await expect(rows).toHaveText([/Created board.*Zapier/s, /Created email list.*Zapier/s])
  expect(await findThemeViolations(page)).toEqual([])

  // By keyboard from a cold page of the same address.
  await page.reload()
  await expect(rows).toHaveCount(2)
  await page.locator('h1').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Created board' })
  await expect(dialog).toContainText(zapier.id)
  expect(await findThemeViolations(page)).toEqual([])
  const text = await page.locator('body').innerText()
  for (const one of [zapier.key, secret, secret.slice(6, 20)]) expect(text).not.toContain(one)
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(rows.first()).toContainText(/Created board.*Zapier/s)
  expect(await findThemeViolations(page)).toEqual([])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  await rows.first().getByText('Created board').click()
  await dialog.getByRole('link', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { name: 'Launch' })).toBeVisible()
})
