import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Campaign } from '#client/resources.ts'
import {
  buildCampaign,
  inHours,
  openCampaigns,
  openReport,
  pageOf,
  rowOf,
} from '#web/email/test-campaigns.ts'
import { errorResponse, type Responses } from '#web/test-page.tsx'

const dialog = () => page.getByRole('dialog')
const list = { id: 'lst_1', name: 'All customers', subscriber_count: 1 }

const listResponses: Responses = {
  'GET /lists': pageOf([list]),
  'GET /lists/:list_id': list,
  'GET /lists/:list_id/segments': pageOf([]),
}

/** A draft that can be sent: it has a subject, a sender and a list. */
const buildComplete = (fields: Partial<Omit<Campaign, 'stats'>> = {}) =>
  buildCampaign({
    name: 'Letter',
    status: 'draft',
    subject: 'Hello',
    from: { name: null, email_address: 'hello@example.com' },
    list_id: list.id,
    ...fields,
  })

const openList = (campaigns: readonly Campaign[], responses: Responses = {}) =>
  openCampaigns(campaigns, { responses: { ...listResponses, ...responses } })

async function openMenu(name: string, item: string) {
  await rowOf(name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test.for(['Send now', 'Schedule'])(
  '%s cannot be confirmed before its audience is loaded',
  async (item) => {
    let isRefused = true
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await openList([buildComplete()], {
      'GET /lists/:list_id': async () => {
        await released
        return isRefused ? errorResponse(403, 'insufficient_scope') : Response.json(list)
      },
    })
    await openMenu('Letter', item)
    const confirm = dialog().getByRole('button', { name: item, exact: true })
    await expect.element(dialog()).toHaveTextContent('Loading who receives it…')
    await expect.element(confirm).toBeDisabled()

    release()
    await expect.element(dialog().getByRole('alert')).toHaveTextContent('Couldn’t load the list')
    await expect.element(confirm).toBeDisabled()

    isRefused = false
    await dialog().getByRole('button', { name: 'Try again' }).click()
    await expect.element(dialog()).toHaveTextContent('1 subscribed contact of All customers')
    await expect.element(confirm).toBeEnabled()
  },
)

test('a campaign that lacks something says what before it is sent', async () => {
  await openList([buildCampaign({ name: 'Unfinished', subject: 'Hello', status: 'draft' })])
  await openMenu('Unfinished', 'Send now')
  await expect.element(dialog()).toHaveTextContent('First add a sender and a list.')
  await expect.element(dialog().getByRole('button', { name: 'Send now' })).not.toBeInTheDocument()
})

test('a time in the past keeps the focus in the date', async () => {
  await openList([buildComplete()])
  await openMenu('Letter', 'Schedule')
  const date = dialog().getByLabelText('Date', { exact: true })
  await expect.element(dialog()).toHaveTextContent('1 subscribed contact')
  await date.fill('2020-01-01')
  await dialog().getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect.element(date).toHaveFocus()
})

test('sending starts on the button that changes nothing', async () => {
  await openList([buildComplete({ status: 'scheduled', scheduled_at: inHours(48) })])
  for (const action of ['Send now', 'Cancel campaign']) {
    await openMenu('Letter', action)
    await expect.element(dialog().getByRole('button', { name: 'Go back' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog()).not.toBeInTheDocument()
  }
})

test('a late response to a sending leaves the form that was opened meanwhile', async () => {
  let respond = () => {}
  const response = new Promise<void>((resolve) => (respond = resolve))
  const letter = buildComplete()
  await openList([letter], {
    'POST /campaigns/:campaign_id/send': async () => {
      await response
      return Response.json({ ...letter, status: 'sending' })
    },
  })
  await openMenu('Letter', 'Send now')
  await expect.element(dialog()).toHaveTextContent('1 subscribed contact')
  await dialog().getByRole('button', { name: 'Send now' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'New campaign' }).click()
  const name = dialog().getByLabelText('Name', { exact: true })
  await name.fill('Autumn')
  respond()
  await expect.element(dialog()).toHaveTextContent('Sending Letter')
  await expect.element(name).toHaveValue('Autumn')
})

test('without the capability nothing offers to change campaigns', async () => {
  await openCampaigns([buildCampaign({ name: 'Letter', status: 'draft' })], { capabilities: [] })
  await expect.element(rowOf('Letter')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'New campaign' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^Actions for/ })).not.toBeInTheDocument()
})

test('the page of a draft says what is missing, and sends it', async () => {
  const bare = buildCampaign({ name: 'Bare', subject: 'Hello', status: 'draft' })
  let complete: Campaign = buildComplete()
  const { router } = await openReport(bare, {
    responses: {
      ...listResponses,
      'GET /campaigns/:campaign_id': ({ input }) =>
        input.campaign_id === bare.id ? bare : complete,
      'POST /campaigns/:campaign_id/send': () =>
        (complete = buildComplete({ id: complete.id, status: 'sending' })),
    },
  })
  const panel = page.getByCss('[data-panel=draft]')
  await expect
    .element(panel)
    .toHaveTextContent('Before it can be scheduled or sent, add a sender and a list')
  await router.navigate(`/email/campaigns/${complete.id}`)
  await expect
    .element(panel)
    .toHaveTextContent('Would go to 1 subscribed contact of All customers.')
  await panel.getByRole('button', { name: 'Schedule' }).click()
  await expect.element(dialog().getByRole('heading')).toHaveTextContent(/^Schedule Letter$/)
  await userEvent.keyboard('{Escape}')
  await panel.getByRole('button', { name: 'Send now' }).click()
  await dialog().getByRole('button', { name: 'Send now' }).click()
  await expect.element(page.getByRole('heading', { name: 'Sending now' })).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
})
