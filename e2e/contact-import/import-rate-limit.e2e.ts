import {
  chooseFile,
  importTest as test,
  openImport,
  people,
  press,
  resultCounts,
  runImport,
} from '../contact-import-page.ts'
import { expect } from '../fixtures.ts'

const writes = /\/contacts$/
const slowDown = (seconds: number) => ({
  status: 429,
  headers: { 'retry-after': `${seconds}`, 'access-control-expose-headers': 'retry-after' },
  json: { error: { code: 'rate_limited', message: 'Slow down.' } },
})

test(
  'T96 an import slows down when told, and loses no row',
  { tag: '@public' }, // one request for each row
  async ({ page, api, list_id }) => {
    let running = 0
    let most = 0
    let requests = 0
    await page.route(writes, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      requests += 1
      running += 1
      most = Math.max(most, running)
      if (requests % 3 === 0) await route.fulfill(slowDown(0))
      else await route.fulfill({ response: await route.fetch() })
      running -= 1
    })
    await openImport(page, list_id)
    await chooseFile(page, 'people.csv', people(40))
    await runImport(page)
    expect(await resultCounts(page)).toEqual([40, 0, 0, 0])
    expect((await api('GET /lists/:list_id', { list_id })).counts?.total).toBe(40)
    expect(most).toBeLessThanOrEqual(4)
    expect(requests).toBeGreaterThan(50)

    await press(page, 'Import another file')
    await page.route(writes, (route) => route.fulfill(slowDown(240)))
    await chooseFile(page, 'more.csv', people(3, 40))
    await runImport(page)
    await expect(page.getByText('the server asked to slow down, continuing in')).toBeVisible()
    await press(page, 'Stop')
    await expect(page.locator('[data-outcome=unsent] td')).toHaveText('3')
  },
)
