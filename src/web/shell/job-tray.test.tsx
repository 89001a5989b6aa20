import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { openPage, textsOf } from '#web/test-page.tsx'

const job = page.getByTestId('job')
const polite = page.getByTestId('live-polite').first()
const bar = page.getByRole('progressbar', { name: 'Import of people.csv' })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

/** The icon of index.html. */
function addIcon() {
  const icon = document.createElement('link')
  icon.rel = 'icon'
  icon.href = '/favicon.svg'
  document.head.prepend(icon)
  onTestFinished(() => icon.remove())
  return icon
}

/** Opens the job of the gallery in the real shell, which has no boards. */
async function openJobs() {
  const icon = addIcon()
  await openPage('/_gallery/jobs', { 'GET /boards': { data: [] } })
  await expect.element(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
  return icon
}

async function start() {
  await press('Start')
  await expect.element(job).toHaveAttribute('data-progress', '0')
}

test('the job tray shows progress, failures, remaining time and the result', async () => {
  const icon = await openJobs()
  onTestFinished(() => void vi.useRealTimers())
  // Time passes only when the test says so: what is said aloud is gone after 10 s.
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  await start()
  await expect.poll(() => textsOf(polite)).toEqual(['Import of people.csv started'])
  await expect.poll(() => document.title).toMatch(/^\(1\) /)
  await expect.poll(() => icon.href).toMatch(/^blob:/)

  await press('One step')
  await expect.element(bar).toHaveAttribute('aria-valuetext', '1 of 8')
  expect(textsOf(polite)).toEqual(['Import of people.csv started'])
  await expect.element(job).not.toHaveTextContent('left')
  await vi.advanceTimersByTimeAsync(6000)
  await expect.element(job).toHaveTextContent(/about \d+ s left/)
  await press('One failure')
  await expect.element(bar).toHaveAttribute('aria-valuetext', '2 of 8, 1 failed')
  await expect.poll(() => textsOf(polite)).toEqual(['Import of people.csv: 25%'])

  // On another page it goes on.
  vi.useRealTimers()
  await page.getByRole('link', { name: 'Boards' }).first().click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeVisible()
  await expect.poll(() => document.title).toMatch(/^\(1\) Boards/)
  await expect.element(bar).toHaveAttribute('aria-valuenow', '2')
  history.back()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Long work' })).toBeVisible()
})

test('a finished job is announced and links to its result', async () => {
  const icon = await openJobs()
  await start()
  for (let step = 0; step < 7; step++) await press('One step')
  await press('One failure')
  await expect.element(job).toHaveAttribute('data-state', 'done')
  await expect.poll(() => textsOf(polite)).toEqual(['7 people added'])
  await expect.element(job).toHaveTextContent('8 of 8, 1 failed')
  await expect.poll(() => document.title).not.toMatch(/^\(/)
  await expect.poll(() => icon.href).toMatch(/\/favicon\.svg$/)
  await job.getByRole('link', { name: '7 people added' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeVisible()
  await press('Dismiss: Import of people.csv')
  await expect.element(job).not.toBeInTheDocument()
})

test('a stopped job keeps its completed items and reports them', async () => {
  await openJobs()
  await start()
  await press('One step')
  await press('Stop: Import of people.csv')
  const summary = 'Import of people.csv stopped. Finished items are kept.'
  await expect.element(job).toHaveTextContent(`${summary}1 of 8`)
  await expect.poll(() => textsOf(polite)).toEqual([summary])
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument()
})

test('the leave guard confirms leaving the workspace during jobs', async () => {
  await openJobs()
  await start()
  const leave = async (name: string) => {
    await page.getByRole('button', { name: /Workspaces and keys/ }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const question = page.getByRole('dialog', { name: '1 job is still running' })
  await leave('Add a connection')
  await expect.element(question).toHaveTextContent('Import of people.csv')
  await expect.element(question.getByRole('button', { name: 'Stay' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(job).toHaveAttribute('data-state', 'running')

  await leave('Sign out')
  await question.getByRole('button', { name: 'Stop and leave' }).click()
  await expect.element(page.getByRole('heading', { name: 'Connect a workspace' })).toBeVisible()
  await expect.poll(() => document.title).not.toMatch(/^\(/)
})

test('the leave guard drops jobs that finish while it is open', async () => {
  await openJobs()
  await start()
  await page.getByRole('button', { name: /Workspaces and keys/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: '1 job is still running' })).toBeVisible()
  // Beneath the question, where a press does not reach.
  const step = page.getByText('One step').element()
  for (let count = 0; count < 8; count++) {
    if (step instanceof HTMLElement) step.click()
    await new Promise(requestAnimationFrame)
  }
  const question = page.getByRole('dialog', { name: 'All jobs have finished' })
  await expect.element(question).not.toHaveTextContent('Import of people.csv')
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Connect a workspace' })).toBeVisible()
})
