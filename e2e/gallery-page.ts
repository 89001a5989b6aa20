import { expect, type Locator, type Page } from '@playwright/test'

/** One property of the computed style. */
export const styleOf = (target: Locator, name: string) =>
  target.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)

/** Opens one part of the gallery, without motion. */
export async function openGallery(page: Page, part: string, look = 'theme=light') {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/_gallery?part=${part}&${look}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

export const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

/** Presses Tab until the control has the focus, as a person would. */
export async function tabTo(page: Page, control: Locator) {
  for (let count = 0; count < 400; count++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not reach the control.')
}
