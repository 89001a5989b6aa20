import { test as base, expect, type Page } from '@playwright/test'

import { createApiClient, type Call } from '#client/api-client.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import type { Connection } from '#web/session/connections.ts'
import { fingerprintOf } from '#web/session/fingerprint.ts'
import { startOwnService, type OwnService } from './private-service.ts'
import { arrangeUrl, isPlain, serviceUrl, takeWorkspace, type Workspace } from './service.ts'
import { beyondDocument } from './undocumented-requests.ts'

export { expect }

type Board = ResponseBody<'POST /boards'>
type Card = ResponseBody<'POST /boards/:board_id/cards'>

/** The cards of the first list of `board`. */
export const IDEAS = ['Write the announcement', 'Choose a date', 'Ask the printers']

/** A moment so many hours from now, as the service takes it. */
export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** Lists by name, each with its cards from top to bottom. */
export type BoardPlan = Record<string, string[]>

export interface BuiltBoard {
  readonly id: string
  readonly board: Board
  readonly cards: readonly Card[]
  /** The id of a list, by its name. */
  readonly list: (name: string) => string
  /** The id of a card, by its name. */
  readonly card: (name: string) => string
  /** A card as the service has it now. */
  readonly stored: (name: string) => Promise<ResponseBody<'GET /cards/:card_id'>>
}

interface Fixtures {
  /** A workspace of this test's own, and its admin key. */
  workspace: Workspace
  /** The typed client, with that key. */
  api: Call
  /** Gives the page a saved connection; it is signed in from its next address on. */
  signIn: (page: Page, as?: { url?: string; key?: string }) => Promise<void>
  buildBoard: (plan: BoardPlan, name?: string) => Promise<BuiltBoard>
  /** A small board with a list that completes cards. */
  board: BuiltBoard
  /** A second service that the test may stop and start again, with a workspace in it. */
  ownService: OwnService
  /** Errors the page must not have; a test that provokes one empties it. */
  complaints: string[]
}

export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(serviceUrl()),

  workspace: async ({}, use) => use(takeWorkspace()),

  api: async ({ workspace }, use) =>
    use(createApiClient({ base_url: `${arrangeUrl()}/v1`, key: workspace.key })),

  complaints: async ({}, use) => use([]),

  // Any page of any test: an uncaught error or a blocked resource is a failure, whatever else was looked at.
  context: async ({ context, complaints }, use) => {
    await context.exposeBinding('reportViolation', (_source, what: string) => {
      complaints.push(`Content Security Policy: ${what}`)
    })
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        const report: unknown = Reflect.get(window, 'reportViolation')
        if (typeof report === 'function')
          report(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`)
      })
    })
    context.on('response', (response) => {
      const asked = isPlain() && beyondDocument(response)
      if (asked) complaints.push(`Beyond the public document: ${asked}`)
    })
    context.on('weberror', (error) => complaints.push(`Uncaught: ${error.error().message}`))
    await use(context)
    // A request that a test still holds must not fail the worker after the test's end. Contexts that the test opened
    // itself are of the same browser, which runs one test at a time.
    const open = (context.browser()?.contexts() ?? [context]).flatMap((one) => [
      one,
      ...one.pages(),
    ])
    await Promise.all(open.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })))
    expect(complaints).toEqual([])
  },

  signIn: async ({ workspace }, use) =>
    use(async (page, { url = serviceUrl(), key = workspace.key } = {}) => {
      const base_url = `${url}/v1`
      const fingerprint = await fingerprintOf(base_url, key)
      const connection: Connection = {
        base_url,
        key,
        fingerprint,
        last4: key.slice(-4),
        keep: 'tab',
      }
      await page.addInitScript(connect, { entry: JSON.stringify([connection]), fingerprint })
    }),

  ownService: async ({}, use) => {
    const service = await startOwnService()
    await use(service)
    await service.remove()
  },

  buildBoard: async ({ api }, use) =>
    use(async (plan, name = 'Launch') => {
      const names = Object.keys(plan)
      const lists = names.map((list) => ({ name: list, completes_cards: list === 'Done' }))
      const board = await api('POST /boards', { name, lists })
      const list = (wanted: string) => idOf(board.lists, wanted)
      const cards: Card[] = []
      for (const [into, titles] of Object.entries(plan))
        for (const title of titles)
          cards.push(
            await api('POST /boards/:board_id/cards', {
              board_id: board.id,
              list_id: list(into),
              name: title,
            }),
          )
      const card = (wanted: string) => idOf(cards, wanted)
      const stored = (wanted: string) => api('GET /cards/:card_id', { card_id: card(wanted) })
      return { id: board.id, board, cards, list, card, stored }
    }),

  board: async ({ buildBoard }, use) =>
    use(
      await buildBoard({
        Ideas: IDEAS,
        Doing: ['Draw the poster', 'Book the room'],
        Done: ['Find a name'],
      }),
    ),
})

function idOf(things: readonly { id: string; name: string }[], name: string): string {
  const found = things.find((thing) => thing.name === name)
  if (!found) throw new Error(`Nothing here is called ${name}.`)
  return found.id
}

// Runs in the page before its own code: what src/web/session/connections.ts would have kept.
function connect({ entry, fingerprint }: { entry: string; fingerprint: string }) {
  try {
    if (sessionStorage.getItem('workspace-admin:active') !== null) return
    sessionStorage.setItem('workspace-admin:connections', entry)
    sessionStorage.setItem('workspace-admin:active', fingerprint)
  } catch {
    // The empty page before the first address has no storage.
  }
}
