import { expect, test } from '../fixtures.ts'

// Of the build.
test('the gallery is absent from the production build', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/_gallery')
  await expect(page.locator('[data-page=missing]')).toBeVisible()
})
