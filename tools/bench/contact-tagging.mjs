// A bulk change of the table of contacts in the browser: how many requests it takes. Part of contacts.mjs.
import { openPage, visit } from './page.mjs'

const GOAL = 60

/** Adds a tag to all contacts of a list that match, and counts the requests until the page is idle again. */
export async function measureBulkTag(browser, target, list, count, options) {
  const { page, close } = await openPage(browser, target, options)
  await visit(page, {
    ...target,
    card: '[data-testid=row]',
    board: () => `/email/lists/${list}`,
  })
  const tag = `Bulk ${Date.now().toString(36)}`
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Select all contacts of this list' }).click()
  const bar = page.getByRole('group', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Add tag' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Tags' }).fill(`${tag},`)
  await page.keyboard.press('Tab')
  const requests = new Map()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/v1/')) return
    const name = `${request.method()} ${pathname.replaceAll(list, ':list_id')}`
    requests.set(name, (requests.get(name) ?? 0) + 1)
  })
  const began = performance.now()
  await dialog.getByRole('button', { name: /^Add to / }).click()
  const result = page.getByTestId('job').getByText(/added to/)
  await result.waitFor({ timeout: 600_000 })
  const seconds = (performance.now() - began) / 1000
  const text = await result.textContent()
  if (!text.includes(count.toLocaleString('en'))) throw new Error(`The job ended with: ${text}`)
  // The refetches at the end count, too.
  await page.waitForTimeout(5000)
  await close()
  const all = [...requests.values()].reduce((sum, number) => sum + number, 0)
  return [
    { figure: `tag ${count} contacts, s`, value: Number(seconds.toFixed(1)) },
    ...[...requests].map(([figure, value]) => ({ figure, value })),
    { figure: 'requests', value: all, goal: `<= ${GOAL}`, met: all <= GOAL ? 'yes' : 'NO' },
  ]
}
