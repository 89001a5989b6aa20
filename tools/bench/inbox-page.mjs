// The inbox in a measured browser. Part of feedback.mjs.
import { openPage, visit } from './page.mjs'

export const ROW = '[data-testid=row]'

// Runs in the page before its code.
export function watchInbox() {
  for (const type of ['click', 'keydown'])
    addEventListener(type, () => (window.lastInput = performance.now()), { capture: true })
  performance.setResourceTimingBufferSize(5000)
  const rowOf = (id) => document.querySelector(`[data-testid=row][data-id="${id}"]`)
  window.inbox = {
    nextId: () => {
      const open = document.querySelector('[data-testid=row]:has(a[aria-current=page])')
      return open?.nextElementSibling?.dataset.id
    },
    /** The title, the text and the comments of this post are there. */
    isShown: (id) => {
      const title = rowOf(id)?.querySelector('a bdi')?.textContent
      const post = document.querySelector('article.post')
      const comments = post?.querySelector('[data-testid=comments]')
      return (
        location.pathname.endsWith(id) &&
        (title === undefined || post?.querySelector('h1')?.textContent === title) &&
        comments != null &&
        comments.querySelector('[aria-busy]') === null
      )
    },
    /** Requests of the API since a moment: name, start and end. */
    requestsSince: (moment) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.includes('/v1/') && startTime >= moment)
        .map(({ name, startTime, responseEnd }) => ({
          name: name.slice(name.indexOf('/v1/') + 3),
          sent: startTime,
          ended: responseEnd,
        })),
  }
}

/** Waits until no request of the page is in flight, so that what one step reads ahead is not part of the next. */
export function watchRequests(page) {
  const pending = new Set()
  const isRead = (request) => /\/v1\/(?!events\/stream)/.test(request.url())
  page.on('request', (request) => isRead(request) && pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return async () => {
    // A response may lead to the next request.
    for (let tries = 0, quiet = 0; tries < 600 && quiet < 2; tries++) {
      quiet = pending.size > 0 ? 0 : quiet + 1
      await page.waitForTimeout(25)
    }
  }
}

/** Opens the inbox, or one of its posts, and waits for the rows. */
export async function openInbox(browser, target, options, path = '/feedback/posts') {
  const opened = await openPage(browser, target, options)
  await opened.page.addInitScript(watchInbox)
  const settle = watchRequests(opened.page)
  await visit(opened.page, { ...target, card: ROW, board: () => path })
  // What counts rows in each frame would be part of what is measured.
  await opened.page.evaluate(() => (window.bench.selector = ''))
  await settle()
  return { ...opened, settle }
}

/** Runs `action` and returns the moments of its last press or key and of the paint of the post. */
export async function timePost(page, id, action) {
  const painted = page.evaluate((post) => {
    const moments = {}
    const isShown = () => {
      if (!window.inbox.isShown(post)) return false
      moments.rendered = performance.now()
      return true
    }
    return window.bench.painted(isShown, 60_000).then((at) => ({ ...moments, painted: at }))
  }, id)
  painted.catch(() => undefined) // the error of the action says more
  await action()
  const moments = await painted
  return { ...moments, input: await page.evaluate(() => window.lastInput) }
}

export const requestsSince = (page, moment) =>
  page.evaluate((from) => window.inbox.requestsSince(from), moment)

/** Opens a post of the list, by its place. */
export async function openPost({ page, settle }, index = 0) {
  const row = page.locator(ROW).nth(index)
  const id = await row.getAttribute('data-id')
  await timePost(page, id, () => row.getByRole('link').click())
  await settle()
}

/** Opens the next post by J. */
export async function goToNext(page) {
  const id = await page.evaluate(() => window.inbox.nextId())
  if (!id) throw new Error('There is no next post.')
  return timePost(page, id, () => page.keyboard.press('j'))
}
