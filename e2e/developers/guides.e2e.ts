import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

test('a guide is found in the sidebar, copied from and left for another one @both', async ({
  page,
  signIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  await page.goto('/developers/verify')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  const developers = page.getByRole('navigation', { name: 'Developers' })
  await developers.getByRole('link', { name: 'Guides' }).click()
  await expect(heading('Guides')).toBeFocused()
  await page.getByRole('main').getByRole('link', { name: 'Call the API' }).click()
  await expect(heading('Call the API')).toBeFocused()

  await page.getByRole('button', { name: 'Copy Python · client.py' }).click()
  await expect(page.getByRole('button', { name: 'Copy Python · client.py' })).toHaveText('Copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^import http\.client\n[\s\S]* contacts tagged\."\)$/)

  const article = page.getByRole('article')
  await article.getByRole('link', { name: 'Receive webhooks' }).first().click()
  await expect(heading('Receive webhooks')).toBeFocused()
  await expect(page).toHaveURL(/\/developers\/guides\/webhook-receiver$/)
  await expect(page).toHaveTitle(/^Receive webhooks/)
  await expect(article.getByRole('heading', { name: 'Replace the secret' })).toBeVisible()
  expect(await findThemeViolations(page)).toEqual([])

  await page.goto('/developers/guides/send-campaigns#why-no-one-gets-it-twice')
  await expect(article.getByRole('heading', { name: 'Why no one gets it twice' })).toBeInViewport()
  // Text of twice the size, and mirrored.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    document.documentElement.dir = 'rtl'
  })
  const excess = () => article.evaluate((one) => one.scrollWidth - one.clientWidth)
  await expect.poll(excess).toBeLessThanOrEqual(0)
})
