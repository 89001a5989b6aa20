import { cardNamed, listNamed, namesIn, openBoard } from '../board-page.ts'
import { holdRequests, routeRequests } from '../faults.ts'
import { IDEAS, SMALL_BOARD, expect, test } from '../fixtures.ts'
import { openWithDeferredCode } from '../routes.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('quick add keeps text, focus and what it recognizes', async ({ page, api, buildBoard }) => {
  test.slow() // a page load for each step
  await test.step('the draft of a new card survives closing and a reload', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    const ideas = listNamed(page, 'Ideas')
    const field = ideas.getByRole('textbox', { name: 'Title of the new card' })
    const open = (list: string) =>
      listNamed(page, list)
        .getByRole('button', { name: `Add a card to ${list}` })
        .click()
    await openBoard(page, board.id)
    await open('Ideas')
    await field.fill('Call Max')
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)

    await open('Doing')
    await expect(listNamed(page, 'Doing').getByRole('textbox')).toHaveValue('')
    await page.keyboard.press('Escape')
    await open('Ideas')
    await expect(field).toHaveValue('Call Max')
    await expect(field).toBeFocused()

    await openBoard(page, board.id)
    await open('Ideas')
    await expect(field).toHaveValue('Call Max')
    await page.keyboard.type(' again')
    await page.keyboard.press('Enter')
    await expect.poll(() => namesIn(page, 'Ideas')).toContain('Call Max again')
    await expect(field).toHaveValue('')

    await page.keyboard.press('Escape')
    await open('Ideas')
    await expect(field).toHaveValue('')
  })
  await test.step('an added card is announced once it is saved', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    await openWithDeferredCode(page, `/boards/${board.id}`)
    const request = await holdRequests(page, 'POST', /\/boards\/[^/]+\/cards$/)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('n')
    await page.keyboard.type('Call Max')
    await page.keyboard.press('Enter')
    const said = page.getByTestId('live-polite').first()
    await expect(said).toHaveText('Saving Call Max…')
    request.release()
    await expect(said).toHaveText('Call Max added to Ideas, position 4 of 4.')
  })
  await test.step('several pasted cards are one change, undone from Recent changes', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    await openWithDeferredCode(page, `/boards/${board.id}`)
    await expect(listNamed(page, 'Ideas')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('n')
    await expect(listNamed(page, 'Ideas').getByRole('textbox')).toBeFocused()
    await page.keyboard.insertText('One\nTwo\nThree')
    await page.keyboard.press('Tab')
    const held = await holdRequests(page, 'POST', /\/boards\/[^/]+\/cards$/)
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('toast')).toHaveText(/^Adding 3 cards…/)
    held.release()
    await expect(page.getByTestId('toast')).toHaveText(/^Added 3 cards to Ideas/)
    await expect.poll(() => namesIn(page, 'Ideas')).toEqual([...IDEAS, 'One', 'Two', 'Three'])
    await expect(listNamed(page, 'Ideas').getByRole('textbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(cardNamed(page, 'Three')).toBeFocused()
    await page.keyboard.press('e')

    await page.keyboard.press('Control+k')
    await page.keyboard.type('Recent changes')
    await expect(page.getByRole('option', { name: 'Recent changes' }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Recent changes' })
    await expect(dialog.getByTestId('row')).toHaveCount(2)
    const undo = dialog.getByRole('button', { name: /^Undo: / })
    // Undo of the first change, its time, Copy as curl, Undo of the second.
    for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Tab')
    await expect(undo.nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    // Card Three has changed since.
    const question = page.getByRole('dialog').filter({ hasText: 'has changed since you added it' })
    await question.getByRole('button', { name: 'Undo anyway' }).press('Enter')
    await expect.poll(() => namesIn(page, 'Ideas')).toEqual(IDEAS)
    await expect(undo.first()).toBeFocused()
  })
  await test.step('Escape in quick add returns the focus to the last card or the opener', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    const field = page.getByRole('main').getByRole('textbox')
    const addToIdeas = listNamed(page, 'Ideas').locator('[data-quick-add]')

    // From the heading: the button of the list takes the focus, as nothing else had it.
    await page.keyboard.press('c')
    await expect(field).toBeFocused()
    await expect(addToIdeas).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(addToIdeas).toBeFocused()

    const first = cardNamed(page, 'Write the announcement')
    for (let presses = 0; presses < 10; presses++) {
      if (await first.evaluate((card) => card === document.activeElement)) break
      await page.keyboard.press('Shift+Tab')
    }
    for (const key of ['n', 'Shift+N', 'c']) {
      await expect(cardNamed(page, 'Write the announcement')).toBeFocused()
      await page.keyboard.press(key)
      await expect(field).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(field).toHaveCount(0)
    }
    await expect(cardNamed(page, 'Write the announcement')).toBeFocused()

    for (let presses = 0; presses < 10; presses++) {
      if (await addToIdeas.evaluate((button) => button === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await expect(addToIdeas).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(addToIdeas).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await page.keyboard.type('Call Max')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(cardNamed(page, 'Call Max')).toBeFocused()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('New card')
    await expect(page.getByRole('option', { name: 'New card' }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
    await expect(page.locator('body')).not.toBeFocused()
  })
  await test.step('a new card takes labels and a due date from its text', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const { id: board_id } = await api('POST /boards', {
      name: 'Launch',
      lists: [{ name: 'Ideas' }],
      labels: [
        { name: 'Design', color: 'green' },
        { name: 'Landing page', color: 'red' },
      ],
    })
    await page.goto(`/boards/${board_id}`)
    await listNamed(page, 'Ideas').locator('[data-quick-add]').click()
    const field = listNamed(page, 'Ideas').getByRole('textbox')
    const said = page.getByTestId('live-polite').first()
    await expect(field).toBeFocused()
    const hint = 'Label: #name · Due date: !tomorrow'
    await expect(field).toHaveAccessibleDescription(hint)
    await page.keyboard.type('#design')
    await expect(listNamed(page, 'Ideas').getByText(hint)).toHaveCount(0)
    await expect(said).toHaveText('Recognized: labels Design.')
    // Without a title nothing is added.
    await page.keyboard.press('Enter')
    await expect(listNamed(page, 'Ideas')).toContainText('Type a title, too')
    await page.keyboard.type(' Call Max #land !tomorrow #12')
    await expect(said).toHaveText('Recognized: tomorrow, labels Design, Landing page.')
    await expect(field).toHaveAccessibleDescription(/^Recognized: tomorrow, labels Design/)
    const preview = listNamed(page, 'Ideas').getByRole('group', { name: /^Recognized: / })
    await expect(preview).toHaveText('DesignLanding pageTomorrow')

    // Backspace only edits the text.
    for (const _ of ' #12') await page.keyboard.press('Backspace')
    await expect(field).toHaveValue('#design Call Max #land !tomorrow')
    await page.keyboard.press('Backspace')
    await expect(preview).toHaveText('DesignLanding page')
    await page.keyboard.type('w #12')
    await page.keyboard.press('Enter')

    const card = cardNamed(page, 'Call Max #12')
    await expect(card).toContainText('DesignLanding page')
    await expect(card).toContainText('Tomorrow')
    await expect(field).toHaveValue('')
    await expect(preview).toHaveCount(0)
    const { labels } = await api('GET /boards/:board_id', { board_id })
    const { data } = await api('GET /boards/:board_id/cards', { board_id })
    expect(data).toMatchObject([{ name: 'Call Max #12', label_ids: labels.map(({ id }) => id) }])
    const tomorrow = await page.evaluate(() => {
      const date = new Date()
      return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1, 17).toISOString()
    })
    expect(new Date(data[0]?.due_at ?? '').toISOString()).toBe(tomorrow)
  })
  await test.step('a rejected card keeps the labels and the due date of its text', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const { id: board_id } = await api('POST /boards', {
      name: 'Launch',
      lists: [{ name: 'Ideas' }],
      labels: [{ name: 'Design', color: 'green' }],
    })
    await page.goto(`/boards/${board_id}`)
    await listNamed(page, 'Ideas').locator('[data-quick-add]').click()
    await expect(listNamed(page, 'Ideas').getByRole('textbox')).toBeFocused()
    const url = /\/boards\/[^/]+\/cards$/
    await routeRequests(page, url, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 400 }) : route.fallback(),
    )
    await page.keyboard.type('Call Max #design !tomorrow')
    await page.keyboard.press('Enter')
    const rejected = page.getByRole('group', { name: 'Call Max', exact: true })
    await expect(rejected).toContainText('DesignTomorrow')
    await page.unroute(url)
    await rejected.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(cardNamed(page, 'Call Max').getByText('Design', { exact: true })).toBeVisible()
    const { data } = await api('GET /boards/:board_id/cards', { board_id })
    expect(data).toMatchObject([{ name: 'Call Max', due_at: expect.any(String) }])
    expect(data[0]?.label_ids).toHaveLength(1)
  })
  await test.step('Shift Enter adds a card and opens it', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    await openWithDeferredCode(page, `/boards/${board.id}`)
    await expect(listNamed(page, 'Ideas')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('n')
    await expect(listNamed(page, 'Ideas').getByRole('textbox')).toBeFocused()
    await page.keyboard.type('Call Max')
    await page.keyboard.press('Shift+Enter')
    const dialog = page.getByRole('dialog', { name: 'Call Max' })
    await expect(dialog).toBeVisible()
    await expect(listNamed(page, 'Ideas').getByRole('textbox')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(cardNamed(page, 'Call Max')).toBeFocused()
  })
})

test(
  'an added card is announced, listed and undone',
  { tag: '@both' },
  async ({ page, board, api }) => {
    await openWithDeferredCode(page, `/boards/${board.id}`)
    await expect(listNamed(page, 'Ideas')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('n')
    await page.keyboard.type('Call Max')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('live-polite').first()).toHaveText(
      'Call Max added to Ideas, position 4 of 4.',
    )
    await expect(page.getByTestId('toast')).toContainText('Added Call Max to Ideas')
    await page.keyboard.press('Escape')
    await expect(cardNamed(page, 'Call Max')).toBeFocused()
    const { data } = await api('GET /boards/:board_id/cards', { board_id: board.id })
    const created = data.find(({ name }) => name === 'Call Max')
    expect(created).toBeDefined()

    await page.keyboard.press('z')
    await expect.poll(() => namesIn(page, 'Ideas')).toEqual(IDEAS)
    await expect(cardNamed(page, 'Ask the printers')).toBeFocused()
    await expect(page.getByTestId('toast')).toContainText('Undone: Added Call Max to Ideas')
    const stored = () =>
      api('GET /cards/:card_id', { card_id: created?.id ?? '' }).then(
        ({ status }) => status,
        ({ code }: { code: string }) => code,
      )
    // Archived where cards cannot be deleted.
    await expect.poll(stored).toBe(isPublicProfile() ? 'archived' : 'not_found')

    await page.getByTestId('toast').getByRole('button', { name: 'Redo' }).click()
    await expect.poll(() => namesIn(page, 'Ideas')).toEqual([...IDEAS, 'Call Max'])
    await expect(page.getByTestId('toast')).toContainText('Added Call Max to Ideas')
    await page.keyboard.press('Control+z')
    await expect.poll(() => namesIn(page, 'Ideas')).toEqual(IDEAS)
  },
)
