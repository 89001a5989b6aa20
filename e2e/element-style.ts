import type { Locator } from '@playwright/test'

/** The computed values of properties of an element. */
export const styleOf = (of: Locator, ...names: string[]) =>
  of.evaluate((element, all) => {
    const style = getComputedStyle(element)
    return all.map((name) => style.getPropertyValue(name))
  }, names)
