import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const body =
  '{"id":"evt_00000000000000000001","event":"contact.created","created_at":"2026-01-02T03:04:05.678Z","data":{"id":"con_00000000000000000001","list_id":"lst_00000000000000000001","email_address":"zoë@example.com","status":"subscribed","tags":["vip"]}}'
const signature = 'sha256=a2425a23fef4583d5017a866fba2f603d2c2a63f82fa663c6266b656dae7d873'

test('W2 a signature is checked in the browser without a request @both', async ({
  page,
  signIn,
}) => {
  await signIn(page)
  await page.goto('/developers/verify')
  const result = page.getByRole('status').filter({ hasText: 'signature' })
  const sent: string[] = []
  page.on('request', (request) =>
    sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`),
  )
  await page.getByLabel('Body').fill(body)
  await page.getByLabel('Signing secret').fill(secret)
  await page.getByLabel('Signature', { exact: true }).fill(signature)
  await page.getByLabel('Signature', { exact: true }).press('Enter')
  await expect(result).toContainText('The signature matches')
  expect(await findThemeViolations(page)).toEqual([])

  await page.getByLabel('Body').fill(body.replace('vip', 'vIp'))
  await page.getByRole('button', { name: 'Check signature' }).click()
  await expect(result).toContainText('None of the usual mistakes explains it')
  await page.getByLabel('Body').fill(JSON.stringify(JSON.parse(body), null, 2))
  await page.getByRole('button', { name: 'Check signature' }).click()
  await expect(result).toContainText('compact JSON')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await findThemeViolations(page)).toEqual([])
  expect(sent.filter((one) => one.startsWith('POST') || one.includes('whsec_'))).toEqual([])
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  )
  expect(stored).not.toContain('whsec_')
})
