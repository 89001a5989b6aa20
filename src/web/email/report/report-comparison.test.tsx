import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { buildEarlier, buildShed, openShed, pageOf, rates } from '#web/email/test-campaigns.ts'
import { errorResponse } from '#web/test-page.tsx'

const retry = () => page.getByRole('button', { name: 'Try again' })
const missing = () => page.getByText('Comparison not available.')

test('a later page that fails makes the comparison fail', async () => {
  let isRefused = true
  const campaign = buildShed()
  const earlier = buildEarlier(5)
  await openShed({
    campaign,
    earlier,
    responses: {
      'GET /campaigns': ({ input }) => {
        if (input.starting_after === undefined)
          return { data: [campaign, ...earlier], paging: { next: 'later' } }
        return isRefused ? errorResponse(403, 'forbidden') : pageOf([])
      },
    },
  })
  await expect.element(missing()).toBeVisible()
  await expect.element(rates()).toHaveTextContent('41.6%')
  await expect.element(rates()).not.toHaveTextContent(/average|Nothing to compare/)

  isRefused = false
  await retry().click()
  await expect.element(rates()).toHaveTextContent('above your average')
  await expect.element(missing()).not.toBeInTheDocument()
})

test('stats of an earlier campaign that fail make the comparison fail', async () => {
  let isRefused = true
  const campaign = buildShed()
  const earlier = buildEarlier(5)
  await openShed({
    campaign,
    earlier,
    responses: {
      'GET /campaigns': () =>
        Response.json(pageOf([campaign, ...earlier].map((one) => ({ ...one, stats: undefined })))),
      'GET /campaigns/:campaign_id': ({ input }) => {
        if (input.campaign_id === campaign.id) return campaign
        const other = earlier.find(({ id }) => id === input.campaign_id)
        return isRefused || !other ? errorResponse(403, 'forbidden') : other
      },
    },
  })
  await expect.element(missing()).toBeVisible()
  await expect.element(rates()).not.toHaveTextContent(/average|Nothing to compare/)
  isRefused = false
  await retry().click()
  await expect.element(rates()).toHaveTextContent('above your average')
})
