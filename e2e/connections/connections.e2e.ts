import type { Page } from '@playwright/test'

import { cardNamed, dragTo, nextFrame, openBoard } from '../board-page.ts'
import { holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { isPublicProfile, serviceUrl, createWorkspace } from '../service.ts'

const keyField = (page: Page) => page.getByLabel('API key', { exact: true })
const connectButton = (page: Page) => page.getByRole('button', { name: 'Connect', exact: true })

async function connect(page: Page, key: string, keep: 'tab' | 'device' = 'tab') {
  await keyField(page).fill(key)
  if (keep === 'device') await page.getByText('On this device').click()
  await connectButton(page).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
}

/** Everything the browser holds: names and values of both stores. */
const storage = (page: Page) =>
  page.evaluate(() => ({
    local: Object.entries({ ...localStorage }),
    session: Object.entries({ ...sessionStorage }),
  }))

test(
  'A1 T19 a wrong key is reported under its field, a service URL in the address is not used',
  { tag: '@both' },
  async ({ page }) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(`/sign-in?base_url=${encodeURIComponent('https://evil.example/v1')}`)
    await expect(page.getByLabel('API URL')).toHaveValue(`${serviceUrl()}/v1`)
    await keyField(page).fill('wsk_w_wrong')
    await expect(page.getByTestId('key-outcome')).toContainText('Invalid API key')
    await connectButton(page).click()
    await expect(page.getByTestId('key-outcome')).toHaveAttribute('data-outcome', 'wrong_key')
    await expect(keyField(page)).toHaveValue('wsk_w_wrong')
    expect(requests.filter((url) => !url.startsWith(serviceUrl()))).toEqual([])
  },
)

test('A2 a read-only key hides write controls and explains their shortcuts', async ({
  page,
  board,
  api,
  signIn,
}) => {
  const { key } = await api('POST /api-keys', { name: 'Reader', scope: 'read' })
  await signIn(page, { key })
  await page.goto('/boards')
  await expect(page.getByRole('link', { name: 'Launch' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New board' })).toHaveCount(0)

  await openBoard(page, board.id)
  await expect(page.getByRole('button', { name: /Add|New card|Actions for|as done/ })).toHaveCount(
    0,
  )
  for (const pressed of ['e', 'm', 'n', 'Space', 'Shift+ArrowRight']) {
    await cardNamed(page, 'Choose a date').focus()
    await page.keyboard.press(pressed)
    const explanation = page.getByTestId('toast').filter({ hasText: 'You have read-only access' })
    await expect(explanation).toHaveCount(1)
    await explanation.getByRole('button', { name: 'Dismiss' }).click()
  }
  await page.keyboard.press('c')
  await expect(page.getByTestId('toast')).toContainText('You have read-only access')
  await expect(page.getByRole('textbox', { name: /new card/ })).toHaveCount(0)
})

test('A3 A6 T17 the key is stored only in its own entry, of this tab until it closes', async ({
  page,
  context,
  workspace,
  board,
}) => {
  await page.goto('/sign-in')
  await connect(page, workspace.key)
  await openBoard(page, board.id)
  for (const text of [await page.content(), await page.title(), page.url()])
    expect(text).not.toContain(workspace.key)
  const { local, session } = await storage(page)
  const names = [...local, ...session].map(([name]) => name)
  expect(names.join()).not.toContain(workspace.key)
  const holding = [...local, ...session].filter(([, value]) => value.includes(workspace.key))
  expect(holding.map(([name]) => name)).toEqual(['workspace-admin:connections'])
  expect(JSON.stringify(local)).not.toContain(workspace.key)
  const other = await context.newPage()
  await other.goto('/boards')
  await expect(other).toHaveURL(/\/sign-in/)
})

test('A4 signing out everywhere redirects the other tab to sign-in', async ({
  page,
  context,
  workspace,
}) => {
  await page.goto('/sign-in')
  await connect(page, workspace.key, 'device')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Connect a workspace')
  const other = await context.newPage()
  await other.goto('/boards')
  await expect(other.getByRole('heading', { level: 1, name: 'Boards' })).toBeVisible()

  await page.getByRole('button', { name: /Workspaces and keys/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out everywhere in this browser' }).click()
  await expect(other).toHaveURL(/\/sign-in/)
  for (const tab of [page, other]) {
    const { local, session } = await storage(tab)
    expect(JSON.stringify([local, session])).not.toContain(workspace.key)
  }
})

test('a click on Connect registers when the key check ends during it', async ({
  page,
  workspace,
}) => {
  const checks = await holdRequests(page, 'GET', /\/v1\/me$/)
  await page.goto('/sign-in')
  await keyField(page).fill(workspace.key)
  await expect(page.getByText('Checking')).toBeVisible()
  // Near the edge, where the button is no more once the result is shown above it.
  await connectButton(page).hover({ position: { x: 40, y: 4 } })
  await page.mouse.down()
  const response = page.waitForResponse(/\/v1\/me$/)
  checks.release()
  await (await response).finished()
  for (let frame = 0; frame < 5; frame++) await nextFrame(page)
  await page.mouse.up()
  await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
})

test('A5 sign-in redirects to the deep link, never to another origin', async ({
  page,
  workspace,
  board,
}) => {
  await page.goto(`/boards/${board.id}?q=date`)
  await expect(page).toHaveURL(/\/sign-in\?next=/)
  await connect(page, workspace.key)
  await expect(page).toHaveURL(`${serviceUrl()}/boards/${board.id}?q=date`)
  await expect(cardNamed(page, 'Choose a date')).toBeVisible()

  for (const next of ['https://evil.example/', '//evil.example/', '/\\evil.example']) {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
    await connect(page, workspace.key)
    expect(new URL(page.url()).origin).toBe(serviceUrl())
  }
})

test(
  'S4 T18 switching workspaces discards late responses of the previous session',
  { tag: '@both' },
  async ({ page, workspace, board }) => {
    const second = await createWorkspace()
    await page.goto('/sign-in')
    await connect(page, second.key, 'device')
    await page.goto('/sign-in')
    await connect(page, workspace.key, 'device')
    await openBoard(page, board.id)
    await dragTo(page, 'Choose a date', 'Doing')
    await expect(page.getByTestId('toast')).toContainText('Moved Choose a date to Doing')

    // From here on every frame is recorded.
    const lateResponses: (() => void)[] = []
    let responseCount = 0
    await page.route(/\/v1\/boards/, async (route) => {
      const isOldSession = route.request().headers()['authorization'] === `Bearer ${workspace.key}`
      const response = await route.fetch()
      if (isOldSession) await new Promise<void>((resolve) => lateResponses.push(resolve))
      await route.fulfill({ response }).catch(() => undefined) // its session is gone
      if (isOldSession) responseCount += 1
    })
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect.poll(() => lateResponses.length).toBeGreaterThan(0)
    await page.getByRole('button', { name: /Workspaces and keys/ }).click()
    // A service that names no workspace is called by its host, so the keys tell its workspaces apart.
    const [visibleNames, connectionName] = isPublicProfile()
      ? [second.key.slice(-4), new URL(serviceUrl()).host]
      : [second.name, second.name]
    await page.getByRole('menuitemradio', { name: new RegExp(visibleNames) }).click()
    await expect(page.locator('[data-page=overview]')).toBeVisible()
    await expect(
      page.getByRole('button', { name: `${connectionName}, Workspaces and keys` }),
    ).toBeVisible()
    await page.evaluate(() => {
      const seen = new Set<string>()
      Object.assign(window, { seen })
      const record = () => {
        seen.add(document.body.innerText)
        requestAnimationFrame(record)
      }
      record()
    })
    for (const release of lateResponses) release()
    await expect.poll(() => responseCount).toBe(lateResponses.length)
    await page.getByRole('link', { name: 'Boards' }).first().click()
    await expect(page.getByText('No boards yet')).toBeVisible()
    const seen = await page.evaluate(() => [...(Reflect.get(window, 'seen') as Set<string>)])
    for (const canary of ['Launch', 'Choose a date', workspace.name])
      expect(seen.filter((text) => text.includes(canary))).toEqual([])
  },
)

test('a saved connection shows its last use, renames, connects and removes', async ({
  page,
  workspace,
}) => {
  await page.goto('/sign-in')
  await connect(page, workspace.key, 'device')

  await page.goto('/sign-in')
  const saved = page.getByTestId('row')
  await expect(saved).toContainText('used just now')
  await saved.getByRole('button', { name: /^Rename/ }).click()
  await page.getByRole('textbox', { name: /^Name for/ }).fill('The shop')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rename The shop' })).toBeFocused()
  await saved.getByRole('button', { name: 'The shop', exact: true }).click()
  await expect(page.getByRole('button', { name: 'The shop, Workspaces and keys' })).toBeVisible()

  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Remove The shop from this browser' }).click()
  await expect(saved).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(JSON.stringify(await storage(page))).not.toContain(workspace.key)
})

test('a workspace link selects its saved connection or requests a key', async ({
  page,
  workspace,
  board,
}) => {
  const second = await createWorkspace()
  const ref = (name: string) => name.toLowerCase().replaceAll(' ', '-')
  await page.goto('/sign-in')
  await connect(page, workspace.key, 'device')
  await page.goto('/sign-in')
  await connect(page, second.key, 'device')
  await expect(page.getByRole('button', { name: `${second.name}, Workspaces` })).toBeVisible()

  await page.goto(`/boards/${board.id}?q=date&ws=${ref(workspace.name)}`)
  await expect(cardNamed(page, 'Choose a date')).toBeVisible()
  await expect(page).toHaveURL(`${serviceUrl()}/boards/${board.id}?q=date`)

  await page.goto(`/boards/${board.id}?ws=nobody-knows`)
  await expect(page.getByText('This link belongs to “nobody-knows”.')).toBeVisible()
  await connect(page, second.key)
  await expect(page.getByTestId('toast')).toContainText('The link belongs to')
  await expect(page).not.toHaveURL(/boards\/.*ws=/)
})
