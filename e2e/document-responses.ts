import type { Page } from '@playwright/test'

type Fields = Record<string, unknown>

const only = (thing: Fields, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (name in thing ? [[name, thing[name]]] : [])))

const cardFields = [
  'id',
  'list_id',
  'name',
  'label_ids',
  'due_at',
  'completed',
  'members',
  'status',
]
const bareCard = (card: Fields) => only(card, cardFields)
const each = (value: unknown, of: (thing: Fields) => Fields) => (value as Fields[]).map(of)
const bareBoard = (board: Fields) => ({
  ...only(board, ['id', 'name']),
  lists: each(board['lists'], (list) => only(list, ['id', 'name'])),
  labels: each(board['labels'], (label) => only(label, ['id', 'name', 'color'])),
})

// In the order in which an address is looked up: the first that fits says which fields the public document shows.
const shapes: readonly (readonly [RegExp, (thing: Fields) => Fields])[] = [
  [/\/report$/, (report) => ({ ...report, stats: shownStats(report['stats']) })],
  [/\/campaigns/, (campaign) => only(campaign, ['id', 'name', 'status', 'sent_at'])],
  [/\/posts/, (post) => only(post, ['id', 'title', 'status', 'tags'])],
  [/\/entries/, (entry) => only(entry, ['id', 'title', 'body', 'status', 'publish_at'])],
  [/\/cards/, bareCard],
  [/\/boards/, bareBoard],
]
// Of the Fields of a report.
const shownStats = (stats: unknown) =>
  only(stats as Fields, ['recipients', 'delivered', 'opens_unique', 'open_rate'])

/** Answers carry the fields that the public document shows, and hardly another: as from a service somebody else wrote. */
export async function answerAsDocument(page: Page) {
  await page.route(/\/v1\//, async (route) => {
    const { pathname } = new URL(route.request().url())
    const bare = shapes.find(([address]) => address.test(pathname))?.[1]
    if (!bare) return route.fallback()
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const body: Fields = await response.json()
    const json = Array.isArray(body['data'])
      ? { ...body, data: each(body['data'], bare) }
      : bare(body)
    return route.fulfill({ response, json })
  })
}
