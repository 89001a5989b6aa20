import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { openShed, panel } from '#web/email/test-campaigns.ts'
import { recordCopies } from '#web/test-clipboard.ts'

test('a copied link names the workspace', async () => {
  const copies = recordCopies()
  const { campaign } = await openShed()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.element(page.getByTestId('toast')).toHaveTextContent('need a key for this workspace')
  const link = new URL(copies[0] ?? '')
  expect(link.pathname).toBe(`/email/campaigns/${campaign.id}`)
  expect(link.searchParams.get('ws')).toMatch(/^[a-z0-9-]+$/)
})

test('copied counters are no formulas and stay in their cells', async () => {
  const copies = recordCopies()
  const stats = { recipients: 24_310, '=1+1': '\t=HYPERLINK("x")\nnext', change: -5 }
  await openShed({ changeReport: (report) => ({ ...report, stats }) })
  await panel('stats').getByRole('button', { name: 'Copy' }).click()
  await expect.element(page.getByTestId('toast')).toHaveTextContent('Counters copied')
  expect(copies[0]?.split('\n')).toEqual([
    'Recipients\t24,310',
    `'=1+1\t'=HYPERLINK("x") next`,
    'change\t-5',
  ])
})
