import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

test('the menu of the changelog has subscribers, the public page and labels', async ({
  page,
  api,
}) => {
  await test.step('the menu leads to subscribers and keeps the time to undo', async () => {
    await page.goto('/changelog')
    const button = page.getByRole('button', { name: 'Changelog settings' })
    await button.click()
    await page.getByRole('menuitemradio', { name: '30 seconds' }).click()
    await page.reload()
    await button.click()
    await expect(page.getByRole('menuitemradio', { name: '30 seconds' })).toBeChecked()
    await page.getByRole('menuitem', { name: 'Subscribers' }).click()
    await expect(page).toHaveURL(/\/changelog\/subscribers$/)
    await expect(page.getByRole('heading', { name: 'Subscribers', exact: true })).toBeVisible()
  })

  await test.step('the public page is switched on after a question, and off with Undo', async () => {
    const isOn = async () => (await api('GET /workspace', {})).public_changelog
    await page.goto('/changelog')
    const button = page.getByRole('button', { name: 'Changelog settings' })
    await button.click()
    await page.getByRole('menuitemradio', { name: 'On', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Switch the public page on?' })
    await expect(dialog).toContainText('Everyone on the internet can read the published entries.')
    expect(await isOn()).toBe(false)
    await dialog.getByRole('button', { name: 'Switch on' }).click()
    await expect.poll(isOn).toBe(true)

    await button.click()
    await expect(page.getByRole('menuitem', { name: 'Open public page' })).toBeVisible()
    await page.getByRole('menuitemradio', { name: 'Off', exact: true }).click()
    await expect.poll(isOn).toBe(false)
    await page
      .getByTestId('toast')
      .filter({ hasText: 'The public page is off' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect.poll(isOn).toBe(true)
  })

  await test.step('labels are added, renamed, recolored and deleted', async () => {
    const labels = async () =>
      (await api('GET /feedback/changelog/labels', {})).data.map(({ name, color }) => [name, color])
    await page.goto('/changelog')
    await page.getByRole('button', { name: 'Changelog settings' }).click()
    await page.getByRole('menuitem', { name: 'Edit labels' }).click()
    const dialog = page.getByRole('dialog', { name: 'Changelog labels' })
    await dialog.getByLabel('New label').fill('Shop')
    await dialog.getByTitle('Orange').click()
    await dialog.getByRole('button', { name: 'Add label' }).click()
    await expect.poll(labels).toEqual([['Shop', 'orange']])

    await dialog.getByRole('button', { name: 'Edit label Shop' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Store')
    await dialog.getByTitle('Blue').last().click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(labels).toEqual([['Store', 'blue']])

    await dialog.getByLabel('New label').fill('store')
    await dialog.getByRole('button', { name: 'Add label' }).click()
    await expect(dialog).toContainText('Not saved')
    await expect(dialog.getByLabel('New label')).toHaveValue('store')

    await dialog.getByRole('button', { name: 'Delete label Store' }).click()
    const question = page.getByRole('dialog', { name: 'Delete label Store?' })
    await expect(question).toContainText('No entry has it.')
    await question.getByRole('button', { name: 'Delete label' }).click()
    await expect.poll(labels).toEqual([])
  })
})
