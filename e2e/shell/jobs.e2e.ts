import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { developmentBuild, serveBuild } from '../other-build.ts'

const job = (page: Page) => page.getByTestId('job')
const polite = (page: Page) => page.getByTestId('live-polite').first()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function startJob(page: Page) {
  await page.goto('/_gallery/jobs')
  await pressStart(page)
}

async function pressStart(page: Page) {
  await press(page, 'Start')
  await expect(job(page)).toHaveAttribute('data-progress', '0')
}

// No page has long work of its own yet, so the gallery's stands in for it, in the real shell. It asks the service nothing.
test.describe('jobs', { tag: '@once' }, () => {
  test.beforeEach(async ({ page, signIn }) => {
    await serveBuild(page, await developmentBuild())
    await signIn(page)
  })

  test('the job tray shows progress, failures, remaining time and the result', async ({ page }) => {
    await page.clock.install()
    await page.goto('/_gallery/jobs')
    await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
    // Time passes only when the test says so: what is said aloud is gone after 10 s.
    await page.clock.pauseAt(Date.now() + 60_000)
    await pressStart(page)
    await expect(polite(page)).toHaveText('Import of people.csv started')
    await expect(page).toHaveTitle(/^\(1\) /)
    await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^blob:/)
    const bar = page.getByRole('progressbar', { name: 'Import of people.csv' })

    await press(page, 'One step')
    await expect(bar).toHaveAttribute('aria-valuetext', '1 of 8')
    await expect(polite(page)).toHaveText('Import of people.csv started')
    await expect(job(page)).not.toContainText('left')
    await page.clock.fastForward(6000)
    await expect(job(page)).toContainText(/about \d+ s left/)
    await press(page, 'One failure')
    await expect(bar).toHaveAttribute('aria-valuetext', '2 of 8, 1 failed')
    await expect(polite(page)).toHaveText('Import of people.csv: 25%')

    // On another page it goes on.
    await page.clock.resume()
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await expect(page).toHaveTitle(/^\(1\) Overview/)
    await expect(bar).toHaveAttribute('aria-valuenow', '2')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Long work' })).toBeVisible()
  })

  test('a finished job is announced and links to its result', async ({ page }) => {
    await startJob(page)
    for (let step = 0; step < 7; step++) await press(page, 'One step')
    await press(page, 'One failure')
    await expect(job(page)).toHaveAttribute('data-state', 'done')
    await expect(polite(page)).toHaveText('7 people added')
    await expect(job(page)).toContainText('8 of 8, 1 failed')
    await expect(page).not.toHaveTitle(/^\(/)
    await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /\/favicon\.svg$/)
    await job(page).getByRole('link', { name: '7 people added' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeVisible()
    await press(page, 'Dismiss: Import of people.csv')
    await expect(job(page)).toHaveCount(0)
  })

  test('a stopped job keeps its completed items and reports them', async ({ page }) => {
    await startJob(page)
    await press(page, 'One step')
    await press(page, 'Stop: Import of people.csv')
    const summary = 'Import of people.csv stopped. Finished items are kept.'
    await expect(job(page)).toContainText(`${summary}1 of 8`)
    await expect(polite(page)).toHaveText(summary)
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  })

  test('the leave guard confirms leaving the site or workspace during jobs', async ({ page }) => {
    await startJob(page)
    const confirmDialog = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const warning = await confirmDialog
    expect(warning.type()).toBe('beforeunload')
    await warning.dismiss()

    const leave = async (name: string) => {
      await page.getByRole('button', { name: /Workspaces and keys/ }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    const question = page.getByRole('dialog', { name: '1 job is still running' })
    await leave('Add a connection')
    await expect(question).toContainText('Import of people.csv')
    await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(job(page)).toHaveAttribute('data-state', 'running')

    await leave('Sign out')
    await question.getByRole('button', { name: 'Stop and leave' }).click()
    await expect(page.getByRole('heading', { name: 'Connect a workspace' })).toBeVisible()
    await expect(page).not.toHaveTitle(/^\(/)
  })

  test('the leave guard drops jobs that finish while it is open', async ({ page }) => {
    await startJob(page)
    await page.getByRole('button', { name: /Workspaces and keys/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await expect(page.getByRole('dialog', { name: '1 job is still running' })).toBeVisible()
    // Beneath the question, where a press does not reach.
    for (let step = 0; step < 8; step++)
      await page.getByText('One step').evaluate((button: HTMLElement) => button.click())
    const question = page.getByRole('dialog', { name: 'All jobs have finished' })
    await expect(question).not.toContainText('Import of people.csv')
    await question.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Connect a workspace' })).toBeVisible()
  })

  test('the tab icon has a dot while offline', async ({ page, context }) => {
    const drawing = page.waitForResponse(
      (response) =>
        response.url().endsWith('/favicon.svg') && response.request().resourceType() === 'fetch',
    )
    await page.goto('/')
    await (await drawing).finished()
    const icon = page.locator('link[rel=icon]')
    await expect(icon).toHaveAttribute('href', /\/favicon\.svg$/)
    await context.setOffline(true)
    await expect(icon).toHaveAttribute('href', /^blob:/)
    await context.setOffline(false)
    await expect(icon).toHaveAttribute('href', /\/favicon\.svg$/)
  })
})
