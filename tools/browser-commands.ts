// What a component test asks of the browser around its page.
import { defineBrowserCommand } from '@vitest/browser-playwright'

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
    grantPermissions: (permissions: string[]) => Promise<void>
  }
}

export const browserCommands = {
  emulateMedia: defineBrowserCommand<[Media]>(({ page }, media) => page.emulateMedia(media)),

  mouse: defineBrowserCommand<[MouseAction, number?, number?]>(
    async ({ page }, action, x = 0, y = 0) => {
      if (action === 'down') return page.mouse.down()
      if (action === 'up') return page.mouse.up()
      // The window of a test is a frame of the page.
      const frame = await page.locator('iframe[data-vitest]').boundingBox()
      return page.mouse.move((frame?.x ?? 0) + x, (frame?.y ?? 0) + y)
    },
  ),

  grantPermissions: defineBrowserCommand<[string[]]>(({ context }, permissions) =>
    context.grantPermissions(permissions),
  ),
}
