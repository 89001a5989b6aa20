import type { Page } from '@playwright/test'

import { cardNamed } from '../board-page.ts'
import { expect, test } from '../fixtures.ts'
import { isPublicProfile, serviceUrl, type Workspace } from '../service.ts'

const offer = (page: Page) => page.getByTestId('offer').getByRole('button')

async function connectInTab(page: Page, key: string) {
  await page.goto('/sign-in')
  await page.getByLabel('API key', { exact: true }).fill(key)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
}

const storage = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
const localEntries = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }))

/** A service that names no workspace is called by its host. */
const offerName = ({ name, key }: Workspace) =>
  isPublicProfile()
    ? `Continue as Key ending in ${key.slice(-4)} in ${new URL(serviceUrl()).host}`
    : new RegExp(`^Continue as .+ in ${name}$`)

test('1.17 a second tab continues with the connection of the first', async ({
  page,
  context,
  workspace,
  board,
}) => {
  await connectInTab(page, workspace.key)
  const second = await context.newPage()
  await second.goto(`/boards/${board.id}`)
  await expect(second).toHaveURL(/\/sign-in\?next=/)
  await expect(offer(second)).toHaveAccessibleName(offerName(workspace))
  expect(await storage(second)).not.toContain(workspace.key)
  expect(await second.content()).not.toContain(workspace.key)

  await second.keyboard.press('Tab')
  await expect(offer(second)).toBeFocused()
  await second.keyboard.press('Enter')
  await expect(cardNamed(second, 'Choose a date')).toBeVisible()
  await expect(second).toHaveURL(`${serviceUrl()}/boards/${board.id}`)
  for (const tab of [page, second]) expect(await localEntries(tab)).not.toContain(workspace.key)

  await page.getByRole('button', { name: /Workspaces and keys/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out everywhere in this browser' }).click()
  await expect(second).toHaveURL(/\/sign-in/)
  for (const tab of [page, second]) expect(await storage(tab)).not.toContain(workspace.key)
  await second.reload()
  await expect(second.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(offer(second)).toHaveCount(0)
})

test('1.17 only the tab that accepts an offer receives the key', async ({
  page,
  context,
  workspace,
}) => {
  // Another tab can hear what is sent on the shared channel.
  await context.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    const channel = new BroadcastChannel('workspace-admin:connections')
    channel.addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)))
  })
  await connectInTab(page, workspace.key)
  const [second, third] = [await context.newPage(), await context.newPage()]
  for (const tab of [second, third]) {
    await tab.goto('/sign-in')
    await expect(offer(tab)).toBeVisible()
  }
  await offer(second).click()
  await expect(second.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
  await expect(third.getByRole('heading', { level: 1 })).toHaveText('Connect a workspace')
  expect(await storage(third)).not.toContain(workspace.key)
  for (const tab of [page, second, third]) {
    const heard = await tab.evaluate(() => JSON.stringify(Reflect.get(window, 'heard')))
    expect(heard).not.toContain(workspace.key)
  }
})

test('1.17 an offer goes when its tab was closed', async ({ page, context, workspace }) => {
  await connectInTab(page, workspace.key)
  const second = await context.newPage()
  await second.goto('/sign-in')
  await expect(offer(second)).toBeVisible()
  await page.close()
  await offer(second).click()
  await expect(second.getByText('The other tab was closed.').first()).toBeVisible()
  await expect(offer(second)).toHaveCount(0)
  await expect(second.getByLabel('API key', { exact: true })).toBeVisible()
})
