import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'

import { recordCopies } from '#web/test-clipboard.ts'
import { errorResponse, openPage, textsOf } from '#web/test-page.tsx'

const boards = { data: [{ id: 'brd_1', name: 'Launch', lists: [], labels: [] }] }
const board = page.getByRole('main').getByRole('link', { name: 'Launch' })
const state = (name: string) => page.getByCss(`[data-state=${name}]`)

/** Time passes only when the test says so. */
function stopTime() {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
}

/** Advances the time past the back-off of retries. */
async function showAfterRetries(name: string) {
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(2000)
      return state(name).length
    })
    .toBe(1)
}

/** Waits for what a paint starts, such as the timer of an effect. */
const nextFrame = () =>
  new Promise<void>((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
  )

test('5.1 slow loading can be canceled and retried', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  stopTime()
  await openPage('/boards', { 'GET /boards': async () => (await held, Response.json(boards)) })
  await expect.element(state('loading').first()).toHaveAttribute('aria-busy', 'true')
  await nextFrame()
  await vi.advanceTimersByTimeAsync(8100)
  await expect.element(page.getByText('Still loading')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('Loading stopped')).toBeVisible()
  await expect.element(state('loading')).toHaveAttribute('aria-busy', 'false')
  release()
  await page.getByRole('button', { name: 'Try again' }).click()
  await vi.advanceTimersByTimeAsync(1000)
  await expect.element(board).toBeVisible()
})

test('5.1 an empty search names, announces and clears its filter', async () => {
  await openPage('/boards?q=zebra', { 'GET /boards': boards })
  await expect.element(state('filtered-empty')).toHaveTextContent('No boards match “zebra”')
  await expect.element(page.getByTestId('live-polite').first()).toHaveTextContent('No boards match')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(board).toBeVisible()
})

test('5.1 5.2 an error state has the reason, request id and retry', async () => {
  const copies = recordCopies()
  let isFailing = true
  stopTime()
  const { requests } = await openPage('/boards', {
    'GET /boards': ({ input }) =>
      isFailing && String(input.archived) !== 'true'
        ? errorResponse(500, 'internal_error')
        : Response.json(boards),
  })
  const failed = state('error')
  await showAfterRetries('error')
  await expect.element(failed).toHaveTextContent('Couldn’t load boards')
  await expect.element(failed).toHaveTextContent('Something went wrong on the server.')
  // Time leaps until the error is shown, in which a refetch may begin: it has its three requests as well.
  const attempts = requests.filter((request) => request === 'GET /boards').length
  expect([attempts > 0, attempts % 3]).toEqual([true, 0])
  await expect
    .element(page.getByTestId('live-assertive').first())
    .toHaveTextContent('Couldn’t load')
  await failed.getByText('Details', { exact: true }).click()
  await expect.element(failed).toHaveTextContent('req_test')
  await failed.getByRole('button', { name: 'Copy details' }).click()
  await expect.poll(() => copies.at(-1)).toContain('Request: req_test')
  expect(copies.at(-1)).not.toContain('wsk_')
  isFailing = false
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect.element(board).toBeVisible()
})

test('5.2 1.5 a missing board is requested once and named once', async () => {
  const { requests, router } = await openPage('/boards/brd_nobody', { 'GET /boards': boards })
  const missing = state('missing')
  await expect
    .poll(() => textsOf(missing.getByRole('heading', { level: 1 })))
    .toEqual(['Board not found'])
  const main = page.getByRole('main')
  await expect
    .poll(() => textsOf(main))
    .toEqual(['Board not foundIt may have been deleted or is in another workspace.Back to boards'])
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  const paths = requests
    .filter((request) => request.includes('brd_nobody'))
    .map((request) => request.replace(/\?.*/, ''))
  expect(paths.toSorted()).toEqual(['GET /boards/brd_nobody', 'GET /boards/brd_nobody/cards'])
  const { x, width } = missing.element().getBoundingClientRect()
  const around = main.element().getBoundingClientRect()
  expect(Math.abs(x + width / 2 - around.x - around.width / 2)).toBeLessThan(2)
  await page.getByRole('link', { name: 'Back to boards' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/boards')
})

test('1.5 the page that does not exist has an action of normal width', async () => {
  await openPage('/nowhere', {})
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Page not found' }))
    .toBeVisible()
  const actions = page.getByRole('main').getByRole('link')
  expect(actions.length).toBe(1)
  expect(actions.element().getBoundingClientRect().width).toBeLessThan(240)
})

test('5.2 an HTML response of a proxy is an error', async () => {
  stopTime()
  await openPage('/boards', {
    'GET /boards': () =>
      new Response('<h1>Welcome to the hotel</h1>', { headers: { 'content-type': 'text/html' } }),
  })
  await showAfterRetries('error')
  await expect.element(page.getByText('Welcome to the hotel')).not.toBeInTheDocument()
})
