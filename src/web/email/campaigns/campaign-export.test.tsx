import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { buildCampaign, cellOf, openCampaigns, pageOf, rows } from '#web/email/test-campaigns.ts'
import { recordCopies } from '#web/test-clipboard.ts'
import { readFile, recordFiles } from '#web/test-files.ts'
import { errorResponse } from '#web/test-page.tsx'

const job = () => page.getByTestId('job')

/** Opens a list of campaigns without stats, each of which `respond` serves with its own request. */
async function openWithoutStats(count: number, respond: (index: number) => Promise<boolean>) {
  const campaigns = Array.from({ length: count }, (_, index) => ({
    id: `cmp_plain_${index}`,
    name: `Letter ${index}`,
    status: 'sent' as const,
  }))
  const requests = new Set<number>()
  await openCampaigns([], {
    responses: {
      'GET /campaigns': pageOf(campaigns),
      'GET /campaigns/:campaign_id': async ({ input }) => {
        const index = campaigns.findIndex(({ id }) => id === input.campaign_id)
        requests.add(index)
        if (!(await respond(index))) return errorResponse(403, 'forbidden')
        return Response.json({ ...campaigns[index], stats: { recipients: 100, open_rate: 0.4 } })
      },
    },
  })
  return requests
}

test('an export that is stopped requests no more campaigns', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const requests = await openWithoutStats(400, async () => {
    await released
    return true
  })
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await job().getByRole('button', { name: 'Stop' }).click()
  release()
  await expect.element(job()).toHaveTextContent('stopped')
  let scroller = rows().first().element().parentElement
  while (scroller && scroller.scrollHeight <= scroller.clientHeight)
    scroller = scroller.parentElement
  scroller?.scrollTo(0, scroller.scrollHeight)
  await expect.element(cellOf('Letter 399', 'open_rate')).toHaveTextContent('40.0%')
  // Between the rows at the top and those at the end, which request their own.
  expect(requests.has(200)).toBe(false)
})

test('an export without the counters of some campaigns is partial', async () => {
  const files = recordFiles()
  await openWithoutStats(60, async (index) => index !== 59)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => files.length).toBe(1)
  const [file] = files
  expect(file?.name).toMatch(/^campaigns-\d{4}-\d\d-\d\d-partial\.csv$/)
  const text = file && (await readFile(file))
  expect(text?.trimEnd().split('\r\n')).toHaveLength(61)
  await expect.element(job()).toHaveTextContent('60 of 60, 1 failed')
  await expect.element(job()).toHaveTextContent('60 campaigns exported, 1 without its counters')
})

test('copied links of the list and the comparison name the workspace', async () => {
  const copies = recordCopies()
  const campaign = buildCampaign({ name: 'Letter', sent_at: '2025-01-20T09:00:00Z' })
  const list = '/email/campaigns?status=sent'
  const { router } = await openCampaigns([campaign], { path: list })
  const comparison = `/email/campaigns/compare?ids=${campaign.id}`
  for (const [index, address] of [list, comparison].entries()) {
    await router.navigate(address)
    await expect.element(rows().first()).toBeVisible()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect.poll(() => copies.length).toBe(index + 1)
    await expect
      .element(page.getByTestId('toast').last())
      .toHaveTextContent('need a key for this workspace')
    const link = new URL(copies[index] ?? '')
    expect(link.searchParams.get('ws')).toMatch(/^[a-z0-9-]+$/)
    link.searchParams.delete('ws')
    expect(link.pathname + link.search).toBe(address)
  }
})
