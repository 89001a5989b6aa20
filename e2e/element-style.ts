import { expect, type Locator } from '@playwright/test'

/** The computed values of properties of an element. */
export const styleOf = (of: Locator, ...names: string[]) =>
  of.evaluate((element, all) => {
    const style = getComputedStyle(element)
    return all.map((name) => style.getPropertyValue(name))
  }, names)

/** Waits until an element that opens has its final box. */
export const animationsEnd = (of: Locator) =>
  expect.poll(() => of.evaluate((element) => element.getAnimations().length)).toBe(0)
