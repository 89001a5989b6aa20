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

/** Boards and cards come with the fields that the public document shows, and no other: as from a service somebody else wrote. */
export async function answerAsDocument(page: Page, { changesTake = 0 } = {}) {
  await page.route(/\/v1\/(boards|cards)(\/|\?|$)/, async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    if (route.request().method() !== 'GET')
      await new Promise((resolve) => setTimeout(resolve, changesTake))
    const body: Fields = await response.json()
    const bare = /\/cards/.test(new URL(route.request().url()).pathname) ? bareCard : bareBoard
    const json = Array.isArray(body['data'])
      ? { ...body, data: each(body['data'], bare) }
      : bare(body)
    return route.fulfill({ response, json })
  })
}
