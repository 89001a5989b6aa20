import { createApiClient } from '#client/api-client.ts'
import {
  confirm,
  createDraft,
  openPanel,
  publications,
  readEntry,
  toast,
} from '../changelog-entry.ts'
import { expect, test } from '../fixtures.ts'

// On a service with all endpoints in both profiles.
for (const isHandled of [true, false])
  test(`T82 a service killed ${isHandled ? 'after' : 'before'} publishing publishes once`, async ({
    page,
    signIn,
    separateService,
  }) => {
    test.slow()
    const { url, workspace } = separateService
    await signIn(page, { url, key: workspace.key })
    const api = createApiClient({ base_url: `${url}/v1`, key: workspace.key })
    const draft = await createDraft(api)
    await page.addInitScript(() => localStorage.setItem('workspace-admin:publish_wait', '0'))
    await openPanel(page, draft.id, url)
    let attempts = 0
    await page.route(/\/publish$/, async (route) => {
      attempts += 1
      if (attempts > 1) return route.fallback()
      if (isHandled) await route.fetch()
      await separateService.stop('SIGKILL')
      return route.abort('connectionreset')
    })
    await confirm(page, 'Publish')
    await expect.poll(() => attempts).toBeGreaterThan(0)
    // The toast may go before a slow restart has been noticed here.
    await Promise.all([
      separateService.restart(),
      expect(toast(page, 'Published Refills by post')).toBeVisible({ timeout: 60_000 }),
    ])
    await expect.poll(() => publications(api)).toEqual([draft.id])
    expect((await readEntry(api, draft.id)).status).toBe('published')
  })
