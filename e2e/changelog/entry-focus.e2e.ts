import type { Page } from '@playwright/test'

import { confirm, createDraft, openPanel, panel, publishButton, toast } from '../changelog-entry.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })

test('a new entry starts in its title from each way to it', async ({ page }) => {
  await page.goto('/changelog/new')
  await expect(title(page)).toBeFocused()
  await page.goto('/changelog')
  await page.getByRole('link', { name: 'New entry' }).click()
  await expect(title(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('c')
  await expect(title(page)).toBeFocused()
  await expect(title(page)).toHaveValue('')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'Back to the changelog' }).click()
  await page.getByRole('link', { name: 'New entry' }).click()
  await expect(title(page)).toBeFocused()
})

test('undoing a publication moves the focus to the button', async ({ page, api }) => {
  const draft = await createDraft(api)
  await page.addInitScript(() => localStorage.setItem('workspace-admin:publish_wait', '30'))
  const undo = toast(page, 'Publishing').getByRole('button', { name: 'Undo' })
  await openPanel(page, draft.id)
  await confirm(page, 'Publish')
  await undo.click()
  await expect(publishButton(page)).not.toHaveAttribute('aria-busy')
  await expect(publishButton(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await confirm(page, 'Publish')
  await expect(panel(page)).toHaveCount(0)
  await undo.focus()
  await page.keyboard.press('Enter')
  await expect(publishButton(page)).not.toHaveAttribute('aria-busy')
  await expect(publishButton(page)).toBeFocused()
})

test(
  'creating a draft moves the focus to the entry',
  { tag: '@public' }, // without changelog.edit
  async ({ page }) => {
    await page.goto('/changelog/new')
    await title(page).fill('Refills')
    await page.getByRole('button', { name: 'Create draft' }).click()
    const question = page.getByRole('dialog', { name: 'Create this draft?' })
    await question.getByRole('button', { name: 'Create draft' }).click()
    await expect(publishButton(page)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Refills' })).toBeFocused()
  },
)
