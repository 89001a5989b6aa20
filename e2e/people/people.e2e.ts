import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const asha = { name: 'Asha Bell', email: 'asha@example.com', external_id: 'crm-7' }

test(
  'E1 identify with an existing email updates and says so',
  { tag: '@both' },
  async ({ page, api }) => {
    const user = await api('POST /feedback/users/identify', {
      ...asha,
      attributes: { plan: 'pro' },
    })
    await api('POST /feedback/users/identify', { email: 'dan@example.com' })
    await page.goto('/feedback/users')
    const rows = page.getByRole('main').getByTestId('row')
    await expect(rows).toHaveCount(2)
    expect(await findThemeViolations(page)).toEqual([])

    await page.getByRole('button', { name: 'Add person' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add person' })
    await dialog.getByLabel('Name', { exact: true }).fill('Asha Bellweather')
    await dialog.getByRole('button', { name: 'Add person' }).click()
    await expect(dialog).toContainText('Enter an email address or an external ID.')
    await dialog.getByLabel('Email').fill('ASHA@example.com')
    await dialog.getByRole('button', { name: 'Add person' }).click()
    await expect(page.getByTestId('toast')).toContainText(
      'Asha Bellweather was already here and is updated',
    )
    await page.getByRole('button', { name: 'Open Asha Bellweather' }).click()
    const drawer = page.getByRole('dialog', { name: 'Asha Bellweather' })
    await expect(drawer.getByRole('region', { name: 'Attributes' })).toContainText('pro')
    await expect(page).toHaveURL(`/feedback/users/${user.id}`)

    await drawer.getByRole('button', { name: 'Actions for Asha Bellweather' }).click()
    await page.getByRole('menuitem', { name: 'Edit details' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit Asha Bellweather' })
    if (isPublicProfile())
      await expect(edit).toContainText('This person is found by the external ID crm-7.')
    await edit.getByLabel('Name', { exact: true }).fill('Asha B.')
    await edit.getByLabel('Value').fill('team')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog', { name: 'Asha B.' })).toBeVisible()
    const stored = () => api('GET /feedback/users/:user_id', { user_id: user.id })
    // The new name is visible before it is saved.
    await expect.poll(stored).toMatchObject({ name: 'Asha B.', attributes: { plan: 'team' } })
    await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await stored()).name).toBe('Asha Bellweather')
    expect(await stored()).toMatchObject({
      ...asha,
      name: 'Asha Bellweather',
      attributes: { plan: 'pro' },
    })
  },
)

test('E2 unknown counters appear by name', async ({ page, api }) => {
  const { id } = await api('POST /feedback/users/identify', asha)
  await page.route(`**/v1/feedback/users/${id}`, async (route) => {
    const response = await route.fetch()
    // The API of a later server, which no server here has.
    const user: object = JSON.parse(await response.text())
    await route.fulfill({ response, json: { ...user, counters: { votes: 3, shares: 41 } } })
  })
  await page.goto(`/feedback/users/${id}`)
  const activity = page.getByRole('region', { name: 'Activity' })
  await expect(activity).toContainText('shares41')
  await expect(activity).toContainText('Votes3')
  await expect(activity).not.toContainText('Posts') // unknown is not 0

  await page.setViewportSize({ width: 320, height: 640 })
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0)
  await page.getByRole('button', { name: 'Close' }).first().click()
  await expect(page).toHaveURL('/feedback/users')
  await expect(page.getByRole('main').getByTestId('row')).toHaveCount(1)
})

test('people are found by a whole address or by words', { tag: '@both' }, async ({ page, api }) => {
  await api('POST /feedback/users/identify', asha)
  await api('POST /feedback/users/identify', { email: 'dan@example.com' })
  await page.goto('/feedback/users')
  const rows = page.getByRole('main').getByTestId('row')
  await expect(rows).toHaveCount(2)
  const search = page.getByRole('searchbox')
  await search.fill('bell')
  if (isPublicProfile())
    await expect(page.getByRole('heading', { name: /Enter a whole email address/ })).toBeVisible()
  else await expect(rows).toHaveCount(1)
  await search.fill('DAN@example.com')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('dan@example.com')
  await search.fill('eve@example.com')
  await expect(
    page.getByRole('heading', { name: 'No people match “eve@example.com”' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page).toHaveURL('/changelog')
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page).toHaveURL('/feedback/users')
})

test('merging two people counts double votes once, and one is forgotten', async ({ page, api }) => {
  const kept = await api('POST /feedback/users/identify', asha)
  const other = await api('POST /feedback/users/identify', { email: 'ash@example.org' })
  const boards = await api('GET /feedback/boards', {})
  const board_id = boards.data[0]?.id ?? (await api('POST /feedback/boards', { name: 'Ideas' })).id
  const create = (title: string, user_id: string) =>
    api('POST /feedback/posts', { board_id, title, user_id })
  const both = await create('Both vote', kept.id)
  await create('One votes', other.id)
  for (const user_id of [kept.id, other.id])
    await api('POST /feedback/posts/:post_id/votes', { post_id: both.id, user_id })

  await page.goto('/feedback/users')
  await page.getByRole('button', { name: 'Actions for Asha Bell' }).click()
  await page.getByRole('menuitem', { name: 'Merge with someone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge Asha Bell' })
  await dialog.getByRole('combobox').fill('ash@exa')
  await page.getByRole('option', { name: 'ash@example.org' }).click()
  const votes = dialog.getByRole('row', { name: /^Votes/ })
  const before = await Promise.all(
    [kept, other].map(({ id }) => api('GET /feedback/users/:user_id', { user_id: id })),
  )
  const sum = before.reduce((total, { counters }) => total + (counters?.votes ?? 0), 0)
  await expect(votes).toContainText(`at most ${sum}`)
  await dialog.getByRole('button', { name: 'Merge people' }).click()
  await expect(page.getByTestId('toast')).toContainText('Merged ash@example.org into Asha Bell')
  const rows = page.getByRole('main').getByTestId('row')
  await expect(rows).toHaveCount(1)

  const recount = async () => {
    const posts = (await api('GET /feedback/posts', {})).data
    const voters = await Promise.all(
      posts.map(({ id }) => api('GET /feedback/posts/:post_id/votes', { post_id: id })),
    )
    return { posts, votes: voters.flatMap(({ data }) => data) }
  }
  const merged = await api('GET /feedback/users/:user_id', { user_id: kept.id })
  const counted = await recount()
  expect(merged.counters).toEqual({ posts: 2, votes: counted.votes.length, comments: 0 })
  expect(merged.counters?.votes).toBe(sum - 1)
  expect(counted.posts.find(({ id }) => id === both.id)?.vote_count).toBe(1)

  await page.getByRole('button', { name: 'Actions for Asha Bell' }).click()
  await page.getByRole('menuitem', { name: 'Forget person' }).click()
  const forget = page.getByRole('dialog', { name: 'Forget Asha Bell?' })
  await forget.getByLabel(/Type/).fill('Asha')
  await forget.getByRole('button', { name: 'Forget person' }).click()
  await expect(forget).toContainText('That isn’t the name.')
  await forget.getByLabel(/Type/).fill('Asha Bell')
  await forget.getByRole('button', { name: 'Forget person' }).click()
  await expect(page.getByRole('heading', { name: 'No people yet' })).toBeVisible()
  expect((await recount()).votes.length).toBe(counted.votes.length)
})

test('identifiers of two people show both of them', async ({ page, api }) => {
  await api('POST /feedback/users/identify', asha)
  const dan = await api('POST /feedback/users/identify', {
    email: 'dan@example.com',
    external_id: 'crm-8',
    name: 'Dan',
  })
  await page.goto('/feedback/users')
  await page.getByRole('button', { name: 'Add person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add person' })
  await dialog.getByLabel('Email').fill('asha@example.com')
  await dialog.getByLabel('External ID').fill('crm-8')
  await dialog.getByRole('button', { name: 'Add person' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Asha Bell')
  await dialog.getByRole('button', { name: 'Open Dan' }).click()
  await expect(page).toHaveURL(`/feedback/users/${dan.id}`)
  await expect(page.getByRole('dialog', { name: 'Dan' })).toBeVisible()
})

test('a person votes and comments from their page', async ({ page, api }) => {
  const { id } = await api('POST /feedback/users/identify', asha)
  const { id: board_id } = await api('POST /feedback/boards', { name: 'Ideas' })
  const { id: post_id } = await api('POST /feedback/posts', { board_id, title: 'Refill pouches' })
  await page.goto(`/feedback/users/${id}`)
  const dialog = page.getByRole('dialog', { name: /^Vote or comment as Asha/ })
  const choosePost = async () => {
    await page.getByRole('button', { name: 'Vote or comment as this person' }).click()
    await dialog.getByRole('combobox', { name: 'Post' }).fill('refill')
    await page.getByRole('option', { name: 'Refill pouches' }).click()
  }
  await page.getByRole('button', { name: 'Vote or comment as this person' }).click()
  await dialog.getByRole('button', { name: 'Add vote' }).click()
  await expect(dialog).toContainText('Choose a post.')
  await page.keyboard.press('Escape')
  await choosePost()
  await dialog.getByRole('button', { name: 'Add vote' }).click()
  await expect(page).toHaveURL(`/feedback/posts/${post_id}`)
  await expect(page.getByRole('region', { name: 'Votes' })).toContainText('1 vote')
  await expect(page.getByTestId('toast')).toContainText('Added a vote of Asha')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Votes' })).toContainText('1 vote')

  await page.goto(`/feedback/users/${id}`)
  await choosePost()
  await dialog.getByRole('button', { name: 'Write a comment' }).click()
  const composer = page.getByRole('form', { name: 'New comment' })
  await expect(composer.getByRole('radio', { name: 'As a user' })).toBeChecked()
  await expect(composer.locator('textarea')).toBeFocused()
  await page.keyboard.type('By post, please')
  await page.keyboard.press('Control+Enter')
  const list = async () => (await api('GET /feedback/posts/:post_id/comments', { post_id })).data
  await expect.poll(async () => (await list())[0]?.author?.id).toBe(id)
})
