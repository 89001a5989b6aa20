import { expect, test } from '../fixtures.ts'
import { areas, routes, routesOf } from '../routes.ts'

// The other tests use PostgreSQL where it is installed.
for (const area of areas)
  test(
    `the pages of ${area} load on the embedded engine`,
    { tag: '@embedded' },
    async ({ page, signIn, targets }) => {
      await signIn(page)
      for (const name of routesOf(area)) {
        await page.goto(routes[name].path(targets))
        await expect(page.locator(routes[name].ready).first(), name).toBeVisible()
        await expect(page.locator('[data-state=error]'), name).toHaveCount(0)
      }
    },
  )
