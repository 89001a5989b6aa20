import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'

import type { List } from '#client/resources.ts'
import {
  buildCampaign,
  buildEarlier,
  buildShed,
  cellOf,
  openCampaigns,
  pageOf,
  rowOf,
  rows,
} from '#web/email/test-campaigns.ts'
import { findThemeViolations } from '#web/test-axe.ts'
import { waitForDeferredCode } from '#web/test-focus.ts'
import { emulatePhone, excessWidth } from '#web/test-page.tsx'

/** Newest first. */
const buildSamples = () => [
  buildCampaign({
    name: 'A note about prices',
    status: 'cancelled',
    scheduled_at: '2025-04-20T09:00:00Z',
  }),
  buildCampaign({ name: 'Spring workshops', status: 'draft' }),
  buildCampaign({
    name: 'Nobody got this',
    sent_at: '2025-02-20T09:00:00Z',
    stats: { recipients: 0 },
  }),
  buildCampaign({
    name: 'Café notes',
    sent_at: '2025-03-20T09:00:00Z',
    stats: { recipients: 500, delivered: 500, opens_unique: 100, clicks_unique: 50 },
  }),
  buildCampaign({
    name: 'The drying shed is open',
    sent_at: '2025-01-20T09:00:00Z',
    stats: { recipients: 1000, delivered: 900, opens_unique: 381, clicks_unique: 7 },
  }),
]

test('P2 rates have one decimal from 1 % up and two below', async () => {
  await commands.emulateMedia({ reducedMotion: 'reduce' }) // colors change at once
  await openCampaigns(buildSamples())
  await expect.element(cellOf('The drying shed', 'open_rate')).toHaveTextContent('42.3%')
  await expect.element(cellOf('The drying shed', 'click_rate')).toHaveTextContent('0.78%')
  await expect.element(cellOf('The drying shed', 'recipients')).toHaveTextContent(/^1,000$/)
  // Nothing was sent or delivered: a name for screen readers, and nothing to the eye.
  for (const column of ['recipients', 'open_rate', 'click_rate'])
    await expect.element(cellOf('Spring workshops', column)).toHaveTextContent(/^None$/)
  await expect.element(cellOf('Spring workshops', 'sent_at')).toHaveTextContent(/^Created \d/)
  await expect.element(cellOf('Nobody got this', 'recipients')).toHaveTextContent(/^0$/)
  await expect.element(cellOf('Nobody got this', 'open_rate')).toHaveTextContent(/^None$/)
  await expect.element(page.getByRole('main')).not.toHaveTextContent(/NaN|Infinity/)

  // Bars have one scale: as long as their rates.
  const ratio = (name: string, column: string) => {
    const bar = cellOf(name, column).getByCss('[data-bar]').element()
    const fill = bar.querySelector('[data-bar-fill]')
    return (fill?.getBoundingClientRect().width ?? 0) / bar.getBoundingClientRect().width
  }
  expect(ratio('The drying shed', 'open_rate')).toBeCloseTo(0.4233, 1)
  expect(ratio('Café notes', 'click_rate')).toBeCloseTo(0.1, 1)
  expect(await findThemeViolations()).toEqual([])
})

test('T37 campaigns of the public API alone are listed by their id', async () => {
  const { id, name, status } = buildCampaign({ name: 'Old letter' })
  await openCampaigns([{ id, name, status }], { capabilities: [] })
  await expect.element(rowOf('Old letter')).toHaveAttribute('data-id', id)
  await expect
    .element(rowOf('Old letter').getByRole('link'))
    .toHaveAttribute('href', `/email/campaigns/${id}`)
})

test('campaigns are reached, selected and compared by keyboard', async () => {
  await openCampaigns(buildSamples(), { path: '/' })
  await waitForDeferredCode()
  await userEvent.keyboard('gm')
  await expect.poll(() => location.pathname).toBe('/email/campaigns')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toHaveFocus()
  await expect.element(rows()).toHaveLength(5)
  await userEvent.keyboard('jx')
  await expect.element(page.getByText('1 selected', { exact: true }).first()).toBeVisible()
  const compare = page.getByRole('button', { name: /^Compare/ })
  await expect.element(compare).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await expect.element(compare).toHaveTextContent(/^Compare 2$/)
  compare.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => location.pathname + location.search)
    .toMatch(/\/email\/campaigns\/compare\?ids=[^,]+,[^,]+$/)
  await expect.element(page.getByRole('columnheader')).toHaveLength(3)
})

test('a workspace without campaigns says so', async () => {
  await openCampaigns([])
  await expect.element(page.getByRole('heading', { name: 'No campaigns yet' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Export CSV' })).not.toBeInTheDocument()
})

test('T36 an unknown status has a tab and a badge of its own name', async () => {
  const plain = buildCampaign({ name: 'New letter', sent_at: '2025-02-20T09:00:00Z' })
  const old = buildCampaign({ name: 'Old letter', sent_at: '2025-01-20T09:00:00Z' })
  const all = [plain, { ...old, status: 'soft_archived' }]
  await openCampaigns([], {
    responses: {
      'GET /campaigns': ({ input }) => {
        // A status that the contract does not have.
        const wanted: string | undefined = input.status
        return Response.json(
          pageOf(all.filter(({ status }) => wanted === undefined || status === wanted)),
        )
      },
    },
  })
  await expect.element(cellOf('Old letter', 'status')).toHaveTextContent(/^Soft archived$/)
  await expect.element(rows()).toHaveLength(2)
  await page.getByRole('link', { name: 'Soft archived' }).click()
  await expect.element(rows()).toHaveLength(1)
  await expect.element(rowOf('Old letter')).toBeVisible()
})

test('odd rates and names are shown as they were sent', async () => {
  const campaign = buildCampaign({ sent_at: '2025-01-20T09:00:00Z' })
  const names = ['🌿'.repeat(120), 'رسالة الخريف', '<b>bold</b>', '', 'Plain']
  const all = [1.4, -1, '41 %', null, 0.25].map((open_rate, index) => ({
    ...campaign,
    id: `cmp_odd_${index}`,
    name: names[index],
    stats: { recipients: 10, delivered: 20, opens_unique: 0, clicks_unique: 5, open_rate },
  }))
  await openCampaigns([], {
    responses: { 'GET /campaigns': () => Response.json(pageOf(all)) },
  })
  const rate = (index: number) => rows().nth(index).getByCss('[data-column=open_rate]')
  await expect.element(rate(0)).toHaveTextContent('1.4')
  await expect.element(rate(0)).toHaveTextContent('isn’t a rate from 0 to 1')
  await expect.element(rate(1)).toHaveTextContent('-1')
  await expect.element(rate(2)).toHaveTextContent('41 %')
  await expect.element(rate(3)).toHaveTextContent(/^None$/)
  await expect.element(rate(4)).toHaveTextContent('25.0%')
})

test('the keyboard help lists the keys of the table of campaigns', async () => {
  await openCampaigns([buildShed(), ...buildEarlier(5)])
  await expect.element(rows()).toHaveLength(6)
  await waitForDeferredCode()
  await userEvent.keyboard('?')
  const help = page.getByRole('dialog')
  const section = (title: string) =>
    help
      .getByCss('section')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  const here = section('On this page')
  for (const action of ['Next / previous campaign', 'Open report', 'Select campaign'])
    await expect.element(here).toHaveTextContent(action)
  await expect.element(here).not.toHaveTextContent('Pick up card')
  await expect.element(section('On a board')).toHaveTextContent('Open card')
})

const names = () =>
  rows()
    .getByCss('[data-column=name]')
    .elements()
    .map((cell) => cell.textContent)

test('campaigns are in the order of the dates that their rows show', async () => {
  const day = (month: number) => new Date(Date.UTC(2025, month)).toISOString()
  const { requests } = await openCampaigns([
    buildCampaign({ name: 'Draft', status: 'draft', created_at: day(3) }),
    buildCampaign({
      name: 'Canceled',
      status: 'cancelled',
      created_at: day(0),
      scheduled_at: day(9),
    }),
    buildCampaign({ name: 'Sent', created_at: day(1), sent_at: day(5) }),
    buildCampaign({
      name: 'Planned',
      status: 'scheduled',
      created_at: day(2),
      scheduled_at: '2999-01-01T00:00:00Z',
    }),
  ])
  const newest = ['Planned', 'Sent', 'Draft', 'Canceled']
  await expect.poll(names).toEqual(newest)
  await expect.element(cellOf('Canceled', 'sent_at')).toHaveTextContent(/^Created \d/)
  const date = page.getByRole('columnheader', { name: 'Date' })
  await expect.element(date).toHaveAttribute('aria-sort', 'descending')
  await date.getByRole('button').click()
  await expect.element(date).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(names).toEqual(newest.toReversed())
  await date.getByRole('button').click()
  await expect.poll(() => location.search).toBe('')
  await expect.element(date).toHaveAttribute('aria-sort', 'descending')
  const lines = requests.filter((line) => line.startsWith('GET /campaigns'))
  expect(lines.filter((line) => !line.includes('sort='))).toEqual([])
})

const autumn = {
  id: 'lst_autumn',
  name: 'Autumn fair',
  description: null,
  archived: true,
} as List // as much of one as the page reads
const news = { ...autumn, id: 'lst_news', name: 'Shop news', archived: false }

/** Two to the news, one to the list of the fair, one to none. */
const buildListed = () => [
  buildCampaign({ name: 'Spring in the shed', list_id: news.id, subject: 'Fresh oak trays' }),
  buildCampaign({ name: 'Summer', list_id: news.id, status: 'draft' }),
  buildCampaign({ name: 'Fair', list_id: autumn.id, subject: 'Your oak ticket' }),
  buildCampaign({ name: 'Plain' }),
]

test('campaigns are filtered by lists, status and words at once, by keyboard', async () => {
  const { router } = await openCampaigns(buildListed(), { lists: [news, autumn] })
  await expect.element(rows()).toHaveLength(4)
  await waitForDeferredCode()
  const chip = page.getByRole('button', { name: 'List', exact: true })
  chip.element().focus()
  await userEvent.keyboard('{Enter}')
  const popover = page.getByRole('dialog', { name: 'List' })
  await expect.element(popover.getByText('Archived')).toBeVisible()
  await popover.getByRole('checkbox', { name: 'Shop news' }).click()
  await expect.poll(names).toEqual(['Spring in the shed', 'Summer'])
  await expect.element(page.getByRole('table')).toHaveAccessibleName('Campaigns to Shop news')
  await popover.getByRole('checkbox', { name: /^Autumn fair/ }).click()
  await expect.element(rows()).toHaveLength(3)
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('/oak')
  await expect.poll(names).toEqual(['Spring in the shed', 'Fair'])
  const status = page.getByRole('status').filter({ hasText: 'campaign' })
  await expect.element(status).toHaveTextContent(/^2 campaigns$/)
  await expect
    .poll(() => new URLSearchParams(location.search).get('list'))
    .toBe(`${news.id},${autumn.id}`)

  await router.navigate('/email/campaigns?list=lst_news&status=cancelled')
  const none = page.getByRole('heading', {
    name: 'No campaigns with status Canceled to these lists',
  })
  await expect.element(none).toBeVisible()
  await page.getByRole('link', { name: 'Show all campaigns' }).click()
  await expect.element(rows()).toHaveLength(4)
})

test('a search without matches keeps the page and can be cleared', async () => {
  await openCampaigns(buildListed())
  await expect.element(rows()).toHaveLength(4)
  await page.getByRole('searchbox', { name: 'Name or subject' }).fill('%_')
  await expect.element(page.getByRole('heading', { name: 'No campaigns match “%_”' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'New campaign' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect.element(rows()).toHaveLength(4)
})

test('words without matches in a filter are cleared together with it', async () => {
  await openCampaigns(buildListed(), { path: '/email/campaigns?status=draft&q=ticket' })
  const none = page.getByRole('heading', { name: 'No campaigns match these filters' })
  await expect.element(none).toBeVisible()
  await page.getByRole('link', { name: 'Show all campaigns' }).click()
  await expect.element(rows()).toHaveLength(4)
  await expect.element(page.getByRole('searchbox')).toHaveValue('')
})

test('a search in progress shows no count of the earlier one', async () => {
  let release = () => {}
  const searched = new Promise<void>((resolve) => (release = resolve))
  const [first] = buildListed()
  await openCampaigns([], {
    responses: {
      'GET /campaigns': async ({ input }) => {
        if (input.search === undefined) return Response.json(pageOf(buildListed()))
        await searched
        return Response.json(pageOf(first ? [first] : []))
      },
    },
  })
  const status = page.getByRole('status').filter({ hasText: 'campaign' })
  await expect.element(status).toHaveTextContent(/^4 campaigns$/)
  await page.getByRole('searchbox').fill('oak')
  await expect.element(status).not.toBeInTheDocument()
  release()
  await expect.element(status).toHaveTextContent(/^1 campaign$/)
})

test('the names of lists neither scroll the table nor appear as ids', async () => {
  let release = () => {}
  const listed = new Promise<void>((resolve) => (release = resolve))
  const all = Array.from({ length: 80 }, (_, index) =>
    buildCampaign({ name: `To news ${index}`, list_id: news.id }),
  )
  await openCampaigns(all, {
    path: '/email/campaigns?list=lst_news',
    responses: {
      'GET /lists': async ({ input }) => {
        await listed
        return Response.json(pageOf(input.archived ? [] : [news]))
      },
    },
  })
  const table = page.getByRole('table')
  await expect.element(table).toHaveAccessibleName('Campaigns to 1 list')
  const last = () => rows().last().element()
  last().scrollIntoView()
  const scroller = () => {
    let box = table.element().parentElement
    while (box && box.scrollTop === 0) box = box.parentElement
    return box
  }
  await expect.poll(scroller).not.toBeNull()
  release()
  await expect.element(table).toHaveAccessibleName('Campaigns to Shop news')
  expect(scroller()).not.toBeNull()
})

test('a server without filters gets none of them', async () => {
  const { requests } = await openCampaigns(buildListed(), {
    path: '/email/campaigns?list=lst_news&q=sum&sort=-sent_at&status=draft',
    lists: [news],
    capabilities: [],
  })
  await expect.poll(names).toEqual(['Summer'])
  await expect.element(page.getByRole('searchbox', { name: 'Find by name' })).toHaveValue('sum')
  await expect.element(page.getByRole('button', { name: /^List/ })).not.toBeInTheDocument()
  const lines = requests.filter((line) => /^GET \/(campaigns|lists)/.test(line))
  expect(new Set(lines)).toEqual(new Set(['GET /campaigns', 'GET /campaigns?status=draft']))
})

test('the filter of lists fits a phone', async () => {
  await emulatePhone()
  await openCampaigns(buildListed(), { lists: [news], path: '/email/campaigns?list=lst_news' })
  await expect.element(rows()).toHaveLength(2)
  await expect.element(page.getByRole('button', { name: /^List/ })).toBeVisible()
  expect(excessWidth()).toBeLessThanOrEqual(0)
  expect(await findThemeViolations()).toEqual([])
})
