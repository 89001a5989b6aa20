import type { Page } from '@playwright/test'

import { findThemeViolations } from '../axe.ts'
import { buildList, recordRequests, row, rows } from '../contact-rows.ts'
import { expect, test } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const finder = (page: Page) => page.getByRole('search').getByRole('searchbox')
// A server of the public API compares one status.
const statusFilter = (page: Page) =>
  page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Status', exact: true })
const statusOption = (page: Page, name: string) =>
  page.getByRole(isPublicProfile() ? 'radio' : 'checkbox', { name })
const selectionBar = (page: Page) => page.getByRole('group', { name: 'Selection' })

test(
  'C1 the first page has 100 rows and requests no other page',
  { tag: '@both' },
  async ({ page, api }) => {
    const { path } = await buildList(api, 250)
    const requests = recordRequests(page)
    await page.goto(path)
    await expect(row(page, 'c001@example.com')).toBeVisible()
    await expect(page.getByRole('main').getByText('Page 1, 1–100')).toBeVisible()
    expect(requests).toHaveLength(1)
    // Few rows are rendered; the last one is reached by its key.
    expect(await page.locator('*').count()).toBeLessThan(900)
    await page.keyboard.press('j')
    await page.keyboard.press('End')
    await expect(row(page, 'c100@example.com')).toBeVisible()

    await page.getByRole('button', { name: 'Next' }).hover()
    await expect.poll(() => requests.length).toBe(2)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(row(page, 'c101@example.com')).toBeVisible()
    expect(requests).toHaveLength(2)
    expect(await findThemeViolations(page)).toEqual([])
  },
)

test('C2 C4 C9 pages of a long list stay after a reload and keep a selection', async ({
  page,
  api,
  pageErrors,
}) => {
  await test.step('C2 C9 Next, Next, Back and a reload show page 2 again, in few elements', async () => {
    const { path } = await buildList(api, 250)
    await page.goto(path)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(row(page, 'c101@example.com')).toBeVisible()
    // The memory of many pages is measured by `npm run bench -- contacts --only paging`.
    expect(await page.locator('*').count()).toBeLessThan(900)
    await page.keyboard.press(']')
    await expect(row(page, 'c201@example.com')).toBeVisible()
    expect(await page.locator('*').count()).toBeLessThan(900)
    await page.goBack()
    await expect(row(page, 'c101@example.com')).toBeVisible()
    await page.reload()
    await expect(row(page, 'c101@example.com')).toBeVisible()
    await expect(page.getByText('Page 2, 101–200')).toBeVisible()
    await page.keyboard.press('[')
    await expect(row(page, 'c001@example.com')).toBeVisible()

    await page.goto(`${path}?after=unknown&page=7`)
    await expect(page.getByTestId('toast')).toContainText('Showing the first page.')
    await expect(row(page, 'c001@example.com')).toBeVisible()
    await expect(page).toHaveURL(path)
    pageErrors.length = 0 // the server rejects the cursor
  })

  await test.step('C4 Shift selects a range, then all that match with their count', async () => {
    const { path } = await buildList(api, 250)
    await page.goto(path)
    await row(page, 'c002@').getByRole('checkbox').click()
    await row(page, 'c006@')
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await expect(selectionBar(page)).toContainText('5 selected')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(row(page, 'c101@')).toBeVisible()
    await expect(selectionBar(page)).toContainText('5 selected')

    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await page.getByRole('button', { name: 'Select all contacts of this list' }).click()
    // A server of the public API may not say how many there are.
    await expect(selectionBar(page)).toContainText(/All (250 matching|that match)/)
    await statusFilter(page).click()
    await statusOption(page, 'Pending').click()
    await expect(selectionBar(page)).toHaveCount(0)
  })
})

test(
  'C3 an exact address is found with one request and opened',
  { tag: '@both' },
  async ({ page, api }) => {
    const { list_id, path } = await buildList(api, 3)
    const odd = `o'brien+50%/x@example.com`
    await api('POST /lists/:list_id/contacts', { list_id, email_address: odd })
    await page.goto(path)
    await expect(row(page, odd)).toBeVisible()
    const requests = recordRequests(page)
    await page.keyboard.press('/')
    await page.keyboard.type(odd.toUpperCase())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: odd })).toBeVisible()
    await expect(page).toHaveURL(/\/contacts\/con_/)
    // The drawer reads the activity besides.
    const found = requests.filter((line) => !line.includes('/activity'))
    expect(found.map((line) => decodeURIComponent(line))).toEqual([
      `GET /v1/lists/${list_id}/contacts/${odd.toUpperCase()}`,
    ])
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(path)

    const other = await api('POST /lists', { name: 'Press' })
    await api('POST /lists/:list_id/contacts', {
      list_id: other.id,
      email_address: 'dee@example.com',
    })
    await finder(page).fill('dee@example.com')
    await finder(page).press('Enter')
    await expect(page.getByText('No one with that address in this list.')).toBeVisible()
    await page.getByRole('button', { name: 'Look in other lists' }).click()
    await expect(page.getByRole('link', { name: 'Press' })).toBeVisible()
    await page.getByRole('search').getByRole('button', { name: 'Add contact' }).click()
    await expect(page.getByRole('dialog').getByLabel('Email', { exact: true })).toHaveValue(
      'dee@example.com',
    )
  },
)

test('5.2 C8 T36 a list waits, finds words, and keeps columns and views', async ({
  page,
  api,
  pageErrors,
}) => {
  await test.step('5.2 a page says how long the server asks it to wait', async () => {
    const { path } = await buildList(api, 3)
    await page.goto('/email/lists')
    await expect(rows(page)).toHaveCount(1)
    let refusals = 0
    await page.route(/\/lists\/[^/]+\/contacts(\?|$)/, (route) =>
      refusals++ > 0
        ? route.fallback()
        : route.fulfill({
            status: 429,
            headers: { 'retry-after': '4', 'access-control-allow-origin': '*' },
            json: { error: { code: 'rate_limited', message: 'Slow down.', request_id: 'req_1' } },
          }),
    )
    await page.goto(path)
    const notice = page.getByText(/The server asked to slow down\. Continuing (in \d s|soon)\./)
    await expect(notice.filter({ visible: true }).first()).toBeVisible()
    await expect(rows(page)).toHaveCount(3)
    await expect(notice.filter({ visible: true })).toHaveCount(0)
    pageErrors.length = 0 // the refused request
  })

  await test.step('contacts are found by words where the server can', async () => {
    const { path } = await buildList(api, 30)
    await page.goto(path)
    await expect(rows(page).first()).toBeVisible()
    await finder(page).fill('name 12')
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL(/q=name\+12/)
    await page.reload()
    await expect(row(page, 'c012@example.com')).toBeVisible()
    await expect(rows(page)).toHaveCount(1)

    // Also within a segment, here of those without a tag, sorted by status.
    const { id } = await api('POST /lists/:list_id/segments', {
      list_id: path.split('/').at(-1) ?? '',
      name: 'Untagged',
      filter: { match: 'all', conditions: [{ field: 'tag', op: 'not_exists' }] },
    })
    await page.goto(`${path}/segments/${id}`)
    await expect(page.getByText('27 contacts', { exact: true })).toBeVisible()
    await finder(page).fill('name 1')
    await expect(rows(page)).toHaveCount(9)
    await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').first().click()
    await expect(page).toHaveURL(/q=name\+1&sort=status/)
    await expect(rows(page)).toHaveCount(9)
  })

  await test.step('C8 chosen columns and saved views stay after a reload', async () => {
    const { path } = await buildList(api, 12)
    await page.goto(path)
    const heads = page.getByRole('columnheader')
    await expect(heads.filter({ hasText: 'City' })).toHaveCount(1)
    await page.getByRole('button', { name: 'Columns' }).click()
    const chooser = page.getByRole('dialog', { name: 'Columns' })
    await chooser.getByRole('checkbox', { name: 'City' }).uncheck()
    await chooser.getByRole('checkbox', { name: 'ID' }).check()
    await chooser.getByRole('button', { name: 'Make ID narrower' }).click()
    await page.keyboard.press('Escape')
    const width = async (label: string) => {
      const box = await heads.filter({ hasText: label }).boundingBox()
      return Math.round(box?.width ?? 0)
    }
    await expect.poll(() => width('ID')).toBe(256)
    const handle = (label: string) => page.getByRole('separator', { name: `Width of ${label}` })
    await handle('ID').press('ArrowLeft')
    await expect.poll(() => width('ID')).toBe(240)
    const edge = await handle('Email').boundingBox()
    const [x, y, before] = [(edge?.x ?? 0) + 6, (edge?.y ?? 0) + 10, await width('Email')]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 40, y, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => width('Email')).toBe(before + 40)
    await handle('Status').press('ArrowRight')
    await handle('Status').dblclick()

    await page.getByRole('button', { name: 'Tag', exact: true }).click()
    const tag = page.getByRole('checkbox', { name: 'VIP' })
    await tag.click()
    await expect(tag).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.keyboard.type('Our VIPs')
    await page.keyboard.press('Enter')
    const views = page.getByRole('group', { name: 'Views' })
    await expect(views.getByRole('link', { name: 'Our VIPs' })).toHaveAttribute('aria-current')
    await views.getByRole('link', { name: 'Default view' }).click()
    await expect(rows(page)).toHaveCount(12)
    await page.reload()
    await expect(heads.filter({ hasText: 'City' })).toHaveCount(0)
    await expect.poll(() => width('ID')).toBe(240)
    expect([await width('Email'), await width('Status')]).toEqual([before + 40, 136])
    await views.getByRole('link', { name: 'Our VIPs' }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(page).toHaveURL(`${path}?tag=VIP`)

    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'Actions for view Our VIPs' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await expect(views).toHaveCount(0)

    await page.goto(`${path}?tag=gone`)
    await expect(page.getByRole('heading', { name: 'This list has no tag “gone”' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rows(page)).toHaveCount(12)
  })

  await test.step('T36 an unknown status is readable and can be filtered', async () => {
    const { path } = await buildList(api, 2)
    await page.route(/\/lists\/[^/]+\/contacts(\?|$)/, async (route) => {
      const response = await route.fetch()
      const body = await response.text()
      await route.fulfill({ response, body: body.replace('"subscribed"', '"on_hold"') })
    })
    await page.goto(path)
    await expect(row(page, 'c001@')).toContainText('On hold')
    await statusFilter(page).click()
    await statusOption(page, 'On hold').click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: 'No contacts match On hold' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rows(page)).toHaveCount(2)
    pageErrors.length = 0 // the server rejects the status
  })
})
