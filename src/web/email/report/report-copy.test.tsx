import { beforeEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'

import { openShed, panel } from '#web/email/test-campaigns.ts'

beforeEach(() => commands.grantPermissions(['clipboard-read', 'clipboard-write']))

test('a copied link names the workspace', async () => {
  const { campaign } = await openShed()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.element(page.getByTestId('toast')).toHaveTextContent('need a key for this workspace')
  const link = new URL(await navigator.clipboard.readText())
  expect(link.pathname).toBe(`/email/campaigns/${campaign.id}`)
  expect(link.searchParams.get('ws')).toMatch(/^[a-z0-9-]+$/)
})

test('copied counters are no formulas and stay in their cells', async () => {
  const stats = { recipients: 24_310, '=1+1': '\t=HYPERLINK("x")\nnext', change: -5 }
  await openShed({ changeReport: (report) => ({ ...report, stats }) })
  await panel('stats').getByRole('button', { name: 'Copy' }).click()
  await expect.element(page.getByTestId('toast')).toHaveTextContent('Counters copied')
  const lines = (await navigator.clipboard.readText()).split('\n')
  expect(lines).toEqual(['Recipients\t24,310', `'=1+1\t'=HYPERLINK("x") next`, 'change\t-5'])
})
