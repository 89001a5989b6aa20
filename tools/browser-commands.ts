// Commands of component tests that run in Playwright.
import type {} from '@vitest/browser-playwright'
import type { CDPSession, Page } from 'playwright-core'
import type { BrowserCommand } from 'vitest/node'

interface Media {
  readonly colorScheme?: 'light' | 'dark' | null
  readonly reducedMotion?: 'reduce' | 'no-preference' | null
  readonly forcedColors?: 'active' | 'none' | null
  readonly contrast?: 'more' | 'no-preference' | null
  readonly media?: 'print' | 'screen' | null
}

type MouseAction = 'move' | 'down' | 'up'

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Emulates preferences of the system; `null` ends the emulation of one. */
    emulateMedia: (media: Media) => Promise<void>
    /** Acts with the mouse at a point of the window of the test, in CSS pixels; `down` and `up` act where it is. */
    mouse: (action: MouseAction, x?: number, y?: number) => Promise<void>
    /** Presses Tab until the element has the focus, 400 times at most. Returns whether it has. */
    tabTo: (selector: string) => Promise<boolean>
    /** Emulates a touch screen: a coarse pointer, no hover. */
    emulateTouch: (isEnabled: boolean) => Promise<void>
    /** Taps a point of the window of the test, in CSS pixels, with one finger. */
    tap: (x: number, y: number) => Promise<void>
  }
}

// What is emulated ends with the session that asked for it.
const sessions = new WeakMap<Page, Promise<CDPSession>>()

function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

/** The window of a test is a frame of the page. */
async function toPagePoint(page: Page, x: number, y: number) {
  const frame = await page.locator('iframe[data-vitest]').boundingBox()
  return { x: (frame?.x ?? 0) + x, y: (frame?.y ?? 0) + y }
}

// Not `defineBrowserCommand`, whose package takes a third of a second to load and is needed for components only.
const command = <Input extends unknown[]>(run: BrowserCommand<Input>) => run

export const browserCommands = {
  emulateMedia: command<[Media]>(({ page }, media) => page.emulateMedia(media)),

  mouse: command<[MouseAction, number?, number?]>(async ({ page }, action, x = 0, y = 0) => {
    if (action === 'down') return page.mouse.down()
    if (action === 'up') return page.mouse.up()
    const point = await toPagePoint(page, x, y)
    return page.mouse.move(point.x, point.y)
  }),

  // Here, because a test sends each key over a socket.
  tabTo: command<[string]>(async ({ page, iframe }, selector) => {
    const target = iframe.locator(selector)
    for (let count = 0; count < 400; count++) {
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement))
        return true
      await page.keyboard.press('Tab')
    }
    return false
  }),

  emulateTouch: command<[boolean]>(async ({ page }, enabled) => {
    const session = await sessionOf(page)
    await session.send('Emulation.setTouchEmulationEnabled', { enabled })
  }),

  tap: command<[number, number]>(async ({ page }, x, y) => {
    const session = await sessionOf(page)
    const touchPoints = [await toPagePoint(page, x, y)]
    // The end is sent before the page responds to the start: on a busy machine the finger would rest for too long for a tap.
    await Promise.all([
      session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints }),
      session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
    ])
  }),
}
