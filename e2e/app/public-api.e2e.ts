import { MOVE, addCard, cardNamed, dragTo, namesIn, openBoard } from '../board-page.ts'
import { expect, test } from '../fixtures.ts'
import { arrangeUrl, serviceUrl } from '../service.ts'

// On the public API only: the service refuses every parameter, field and header that it does not name, and
// `fixtures.ts` fails any test of the suite in which it had to.
test.describe('public service profile', { tag: '@public' }, () => {
  test('T101 F3 board pages send only requests of the public API', async ({
    page,
    board,
    signIn,
  }) => {
    expect(serviceUrl()).not.toBe(arrangeUrl())
    await signIn(page)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/boards')
    await expect(page.getByTestId('row').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'New board' })).toHaveCount(0)

    await openBoard(page, board.id)
    const moveResponse = page.waitForResponse(MOVE)
    await dragTo(page, 'Choose a date', 'Done')
    await expect.poll(() => namesIn(page, 'Done')).toContain('Choose a date')
    await cardNamed(page, 'Book the room').focus()
    await page.keyboard.press('e')
    await addCard(page, 'Ideas', 'From the plain document')
    await expect.poll(() => namesIn(page, 'Ideas')).toContain('From the plain document')
    await moveResponse
    await page.reload()
    await expect.poll(() => namesIn(page, 'Done')).toContain('Choose a date')
    await expect.poll(() => namesIn(page, 'Ideas')).toContain('From the plain document')
  })

  test('a scope refusal rolls the mutation back and makes pages read-only', async ({
    page,
    board,
    api,
    signIn,
  }) => {
    const { key } = await api('POST /api-keys', { name: 'Reader', scope: 'read' })
    await signIn(page, { key })
    await openBoard(page, board.id)
    await expect(page.getByRole('button', { name: 'New card' })).toBeVisible()
    await dragTo(page, 'Choose a date', 'Doing')
    await expect(page.getByRole('button', { name: 'New card' })).toHaveCount(0)
    await expect.poll(() => namesIn(page, 'Ideas')).toContain('Choose a date')
    await cardNamed(page, 'Choose a date').focus()
    await page.keyboard.press('e')
    const rejection = page.getByTestId('toast').filter({ hasText: 'You have read-only access' })
    await expect(rejection.last()).toBeVisible()
    await expect(page.getByRole('button', { name: /Read only/ })).toBeVisible()
  })

  test('sign-in sends two requests and names the connection by its host', async ({
    page,
    workspace,
  }) => {
    const requests: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/v1/')) requests.push(`${request.method()} ${pathname}${search}`)
    })
    await page.goto('/sign-in')
    await page.getByLabel('API key', { exact: true }).fill(workspace.key)
    const outcome = page.getByTestId('key-outcome')
    await expect(outcome).toContainText('Permissions unknown')
    expect(requests).toEqual(['GET /v1/me', 'GET /v1/feedback/statuses'])
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    const { host } = new URL(serviceUrl())
    await expect(page.getByRole('button', { name: `${host}, Workspaces and keys` })).toBeVisible()
    await expect(page).toHaveTitle(`Overview, ${host}`)
  })
})
