import { expect, test } from '../fixtures.ts'
import { routeNames, routes } from '../routes.ts'

// The other tests use PostgreSQL where it is installed.
for (const name of routeNames) {
  const { path, ready } = routes[name]

  test(
    `the page ${name} loads on the embedded engine`,
    { tag: '@embedded' },
    async ({ page, signIn, targets }) => {
      await signIn(page)
      await page.goto(path(targets))
      await expect(page.locator(ready).first()).toBeVisible()
      await expect(page.locator('[data-state=error]')).toHaveCount(0)
    },
  )
}
