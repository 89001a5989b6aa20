import { expect } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'

const nextFrame = () => new Promise(requestAnimationFrame)

/** Waits for the deferred code of a page: shortcuts, notices, polling, the offline state and tooltips. */
export async function waitForDeferredCode() {
  await expect.poll(() => document.documentElement.dataset['online']).toBe('true')
}

/** Focuses a control where it is: a scroll would hide its tooltip. */
export async function focusInView(control: Locator) {
  await waitForDeferredCode()
  await userEvent.tab() // loads the code that shows tooltips
  control.element().scrollIntoView({ block: 'center' })
  await nextFrame()
  control.element().focus({ preventScroll: true })
}
