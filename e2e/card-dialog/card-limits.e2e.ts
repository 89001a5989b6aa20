import type { Page } from '@playwright/test'

import { cardNamed, openBoard } from '../board-page.ts'
import { animationsEnd } from '../element-style.ts'
import { expect, test } from '../fixtures.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('5.9 titles, dates and long names of a card keep within their bounds', async ({
  page,
  board,
  buildBoard,
}) => {
  await test.step('a title is edited in place, and one that cannot be seen is refused', async () => {
    await openBoard(page, board.id)
    await cardNamed(page, 'Choose a date').getByRole('link', { name: 'Choose a date' }).click()
    const dialog = page.getByRole('dialog')
    const title = dialog.getByRole('textbox', { name: 'Title' })
    await title.click()
    for (const invisible of [' ', '\u200e\u200f']) {
      await title.fill(invisible)
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('alert')).toHaveText('Enter a title.')
    }
    await page.keyboard.press('Escape')
    await expect(title).toHaveValue('Choose a date')

    const emoji = '🌻'.repeat(512)
    await title.fill(emoji + '🌻')
    await expect(dialog.getByRole('alert')).toHaveText('Titles can have up to 512 characters.')
    await title.fill(emoji)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await board.stored('Choose a date')).name).toBe(emoji)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect(cardNamed(page, emoji)).toBeFocused()
    await page.keyboard.press('z')
    await expect(cardNamed(page, 'Choose a date')).toBeVisible()
  })

  await test.step('an error of the date spans both fields and moves neither', async () => {
    await openBoard(page, board.id)
    await cardNamed(page, 'Choose a date').focus()
    await page.keyboard.press('d')
    const editor = page.getByRole('dialog', { name: 'Due date' })
    const date = editor.getByRole('textbox', { name: 'Date' })
    const time = editor.getByRole('textbox', { name: 'Time' })
    await expect(date).toBeFocused()
    await animationsEnd(editor)
    const timeBefore = await time.boundingBox()
    await page.keyboard.type('someday')
    await page.keyboard.press('Tab')
    await expect(date).toHaveAttribute('aria-invalid', 'true')
    const [dateBox, timeBox] = [await date.boundingBox(), await time.boundingBox()]
    expect(timeBox?.height).toBe(timeBefore?.height)
    expect(timeBox?.y).toBe(dateBox?.y)
    const issue = page.locator(
      `[id="${(await date.getAttribute('aria-describedby'))?.split(' ')[0]}"]`,
    )
    await expect(issue).toBeVisible()
    const box = await issue.boundingBox()
    expect(box?.y).toBeGreaterThan((dateBox?.y ?? 0) + (dateBox?.height ?? 0))
    expect(box?.width).toBeGreaterThan((dateBox?.width ?? 0) * 1.8)
    const icon = await time.locator('xpath=..').locator('svg').boundingBox()
    expect((icon?.y ?? 0) + (icon?.height ?? 0) / 2).toBeCloseTo(
      (timeBox?.y ?? 0) + (timeBox?.height ?? 0) / 2,
      0,
    )
  })

  await test.step('long names of board and list leave room for the controls of a card', async () => {
    const list = 'Waiting for a reply from the printers '.repeat(3).trim()
    const long = await buildBoard(
      { [list]: ['Choose a date'] },
      'Everything for the fair '.repeat(6),
    )
    await openBoard(page, long.id)
    await cardNamed(page, 'Choose a date').click()
    const dialog = dialogOf(page, 'Choose a date')
    for (const width of [1440, 1024, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
      const controls = ['Close', 'Copy link', 'Mark as done'].map((name) =>
        dialog.getByRole('button', { name }).filter({ visible: true }),
      )
      for (const control of [...controls, dialog.getByRole('button', { name: /^List: / })])
        await expect(control).toBeInViewport({ ratio: 1 })
    }
  })

  await test.step('5.9 the actions of a card fit on a screen of 320 pixels, without keys', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await openBoard(page, board.id)
    await cardNamed(page, 'Choose a date').click()
    const done = dialogOf(page, 'Choose a date').getByRole('button', { name: 'Mark as done' })
    await expect(done).toBeVisible()
    await expect(page.locator('.card-dialog kbd').filter({ visible: true })).toHaveCount(0)
    expect(await done.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  })
})

test('D3 T54 a card gets a date in the zone of the person, and namesakes', async ({
  page,
  board,
  api,
}) => {
  await test.step('D3 T54 a due date is shown in the zone of the person and sent as UTC', async () => {
    const card_id = board.card('Choose a date')
    await api('PATCH /cards/:card_id', { card_id, start_at: '2026-03-28T09:00:00Z' })
    await openBoard(page, board.id)
    await cardNamed(page, 'Choose a date').click()
    const dialog = dialogOf(page, 'Choose a date')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('d')
    const editor = page.getByRole('dialog', { name: 'Due date' })
    await expect(editor.getByText('Times are in Berlin.')).toBeVisible()

    await editor.getByRole('textbox', { name: 'Date' }).fill('2026-03-27')
    await page.keyboard.press('Enter')
    await expect(editor.getByText('The due date is before the start date.')).toBeVisible()

    // The night when the clocks go forward over 02:30.
    await editor.getByRole('textbox', { name: 'Date' }).fill('2026-03-29')
    await editor.getByRole('textbox', { name: 'Time' }).fill('2:30')
    await page.keyboard.press('Tab')
    await expect(editor.getByText(/doesn’t exist on/)).toBeVisible()
    await editor.getByRole('button', { name: /^Use 3:30|^Use 03:30/ }).click()
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => (await board.stored('Choose a date')).due_at)
      .toBe('2026-03-29T01:30:00.000Z')
    await expect(dialog.getByRole('button', { name: /^Due: .*3:30/ })).toBeVisible()

    // The night when the clocks go back, and the last night of all.
    await page.keyboard.press('d')
    await expect(editor.getByRole('textbox', { name: 'Date' })).toHaveValue(/29 Mar/)
    await expect(editor.getByRole('textbox', { name: 'Time' })).toHaveValue('03:30')
    await editor.getByRole('textbox', { name: 'Date' }).fill('2026-10-25')
    await editor.getByRole('textbox', { name: 'Time' }).fill('2:30')
    await page.keyboard.press('Tab')
    await editor.getByText(/^Second/).click()
    await editor.getByRole('button', { name: 'Save' }).click()
    const stored = async () => Date.parse((await board.stored('Choose a date')).due_at ?? '')
    await expect.poll(stored).toBe(Date.parse('2026-10-25T01:30:00Z'))
    await page.keyboard.press('d')
    await editor.getByRole('textbox', { name: 'Date' }).fill('9999-12-31')
    await editor.getByRole('textbox', { name: 'Time' }).fill('23:59')
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect.poll(stored).toBe(Date.parse('9999-12-31T22:59:00Z'))
    await expect(dialog.getByRole('button', { name: /^Due: .*9999/ })).toBeVisible()
  })

  await test.step('namesakes in the members editor are one line each, with what tells them apart', async () => {
    const long = 'Ada Wilhelmina Florentine Moss of the second workshop'
    const email = 'ada.wilhelmina.moss@workshop.example.org'
    const first = await api('POST /members', { name: long })
    await api('POST /members', { name: long, email })
    await api('POST /members', { name: 'Zoe Lind' })
    const members = [(await api('POST /members', { name: 'Zoe Park' })).id]
    await api('PATCH /cards/:card_id', { card_id: board.card('Find a name'), members })
    await openBoard(page, board.id)
    await cardNamed(page, 'Choose a date').focus()
    await page.keyboard.press('a')
    const options = page.getByRole('option')
    const tail = first.id.slice(-4)
    // Those of the board first.
    await expect(options).toHaveText([/Zoe Park/, /Ada.*/, /Ada.*/, /Zoe Lind/])
    const option = page.getByRole('option', { name: `${long} ${tail}` })
    await expect(page.getByRole('option', { name: `${long} ${email}` })).toBeVisible()
    for (const one of await options.all())
      // A line is a fraction of a pixel higher or lower, by its place.
      expect(Math.round((await one.boundingBox())?.height ?? Infinity)).toBeLessThanOrEqual(32)
    await expect(option.getByText(tail)).toBeVisible()
    await option.click()
    const announcement = page.getByTestId('live-polite').filter({ hasText: 'Added' })
    await expect(announcement).toHaveText(`Added ${long}`)
  })
})

test('a card with 1,000 labels, 50 members and 50,000 characters of notes stays small and safe', async ({
  page,
  api,
  context,
}) => {
  const labels = Array.from({ length: 1000 }, (_, at) => ({ name: `Label ${at}`, color: 'blue' }))
  const created = await api('POST /boards', {
    name: 'Launch',
    lists: [{ name: 'Ideas' }],
    labels,
  })
  const members = await Promise.all(
    Array.from({ length: 50 }, (_, at) => api('POST /members', { name: `Person ${at}` })),
  )
  const { id: card_id } = await api('POST /boards/:board_id/cards', {
    board_id: created.id,
    list_id: created.lists[0]?.id ?? '',
    name: '\u202eEverything',
  })
  const line = (at: number) =>
    `${'  '.repeat(at % 40)}- <img src=x onerror=alert(${at})> **${at}**\n`
  let description = '<script>document.title = "taken"</script>\n\n'
  for (let at = 0; description.length < 49_800; at++) description += line(at)
  await api('PATCH /cards/:card_id', {
    card_id,
    description,
    label_ids: created.labels.slice(0, 50).map(({ id }) => id),
    members: members.map(({ id }) => id),
  })
  await openBoard(page, created.id)
  await page.getByTestId('card').click()
  const dialog = page.getByRole('dialog')
  // Its activity names the label, too.
  await expect(dialog.getByText('Label 49', { exact: true }).first()).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'Person 49' })).toBeVisible()
  await expect(dialog.locator('strong').first()).toBeVisible()
  await expect(page).not.toHaveTitle('taken')
  await expect(dialog.locator('img[src=x], script')).toHaveCount(0)
  // Notes that long wait behind a button.
  expect(await page.locator('*').count()).toBeLessThanOrEqual(900)

  await page.keyboard.press('l')
  await page.keyboard.type('label 999')
  const found = page.getByRole('dialog', { name: 'Labels' })
  await expect(found.getByRole('option')).toHaveText(['Label 999'])
  await expect(page.getByText('A card can have up to 50.')).toBeVisible()
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await expect(dialog.getByRole('button', { name: /^Due: / })).toBeDisabled()
  await context.setOffline(false)
  await expect(dialog.getByRole('button', { name: /^Due: / })).toBeEnabled()
})
