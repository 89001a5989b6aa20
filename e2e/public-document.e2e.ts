import { cardNamed, dragTo, listNamed, namesIn, openBoard } from './board-page.ts'
import { expect, test } from './fixtures.ts'
import { arrangeUrl, serviceUrl } from './service.ts'

// Only with E2E_PROFILE=public: the service refuses every parameter, field and header that the document does not name.
test.describe('on a service of the public document alone', { tag: '@public' }, () => {
  test('T101 F3 a day on the boards sends nothing that the document does not name', async ({
    page,
    board,
    signIn,
  }) => {
    expect(serviceUrl()).not.toBe(arrangeUrl())
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 422)
        refused.push(`${response.request().method()} ${response.url()}`)
    })
    await signIn(page)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/boards')
    await expect(page.getByTestId('row').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'New board' })).toHaveCount(0)

    await openBoard(page, board.id)
    await dragTo(page, 'Choose a date', 'Done')
    await expect.poll(() => namesIn(page, 'Done')).toContain('Choose a date')
    await cardNamed(page, 'Book the room').focus()
    await page.keyboard.press('e')
    await listNamed(page, 'Ideas').getByRole('button', { name: 'Add a card to Ideas' }).click()
    await expect(listNamed(page, 'Ideas').getByRole('textbox')).toBeFocused()
    await page.keyboard.type('From the plain document')
    await page.keyboard.press('Enter')
    await expect.poll(() => namesIn(page, 'Ideas')).toContain('From the plain document')
    await page.reload()
    await expect.poll(() => namesIn(page, 'Done')).toContain('Choose a date')
    await expect.poll(() => namesIn(page, 'Ideas')).toContain('From the plain document')
    expect(refused).toEqual([])
  })

  test('the first refusal for its scope turns the page read-only, and what was tried is put back', async ({
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
  })
})
