import { expect, test } from '../fixtures.ts'
import { areas, followLink, routes, routesOf } from '../routes.ts'

// The other tests use PostgreSQL where it is installed. One test, because the others would wait for the same engine.
test(
  'every page loads on the embedded engine',
  { tag: '@embedded' },
  async ({ page, signIn, targets }) => {
    test.slow() // it prepares the engine
    await signIn(page)
    await page.goto('/nowhere')
    for (const area of areas)
      await test.step(area, async () => {
        for (const name of routesOf(area)) {
          await followLink(page, routes[name].path(targets))
          await expect(page.locator(routes[name].ready).first(), name).toBeVisible()
          await expect(page.locator('[data-state=error]'), name).toHaveCount(0)
        }
      })
  },
)
