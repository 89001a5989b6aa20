import { test as base, expect, type Page } from '@playwright/test'

import { createApiClient, type Call } from '#client/api-client.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import type { Connection } from '#web/session/connections.ts'
import { fingerprintOf } from '#web/session/fingerprint.ts'
import { prepareSeparateService, type SeparateService } from './separate-service.ts'
import {
  arrangeUrl,
  createWorkspace,
  findServices,
  isPublicProfile,
  serviceUrl,
  type Workspace,
} from './service.ts'
import { findUndocumentedRequest } from './undocumented-requests.ts'

export { expect }

type Board = ResponseBody<'POST /boards'>
type Card = ResponseBody<'POST /boards/:board_id/cards'>

/** The cards of the first list of `board`. */
export const IDEAS = ['Write the announcement', 'Choose a date', 'Ask the printers']

/** The plan of `board`, for a test that needs several. */
export const SMALL_BOARD: BoardPlan = {
  Ideas: IDEAS,
  Doing: ['Draw the poster', 'Book the room'],
  Done: ['Find a name'],
}

/** A timestamp so many hours from now. */
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

/** What the addresses of pages name. */
export interface RouteTargets {
  readonly board: BuiltBoard
  readonly campaign_ids: readonly string[]
  /** A list with a contact and a tag. */
  readonly list_id: string
  readonly webhook_id: string
}

interface Fixtures {
  /** A workspace used by this test only, with an admin key. */
  workspace: Workspace
  /** The typed client, with that key. */
  api: Call
  /** Saves a connection for the page, which is signed in from its next navigation on. */
  signIn: (page: Page, as?: { url?: string; key?: string }) => Promise<void>
  buildBoard: (plan: BoardPlan, name?: string) => Promise<BuiltBoard>
  /** A small board with a list that completes cards. */
  board: BuiltBoard
  /** The small board, two campaigns that were sent, a list and a webhook. */
  targets: RouteTargets
  /** A second service with all endpoints, which the test may stop and start again; it has the workspace, too. */
  separateService: SeparateService
  /** Uncaught errors and violations, which fail the test; a test that provokes one clears them. */
  pageErrors: string[]
}

interface WorkerFixtures {
  /** One for all tests of a worker, which run in turn. */
  workerService: Awaited<ReturnType<typeof prepareSeparateService>>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  baseURL: async ({}, use) => {
    await findServices()
    await use(serviceUrl())
  },

  workspace: async ({}, use) => {
    await findServices()
    await use(await createWorkspace())
  },

  api: async ({ workspace }, use) =>
    use(createApiClient({ base_url: `${arrangeUrl()}/v1`, key: workspace.key })),

  pageErrors: async ({}, use) => use([]),

  // An uncaught error or a blocked resource on any page fails the test.
  context: async ({ context, pageErrors }, use) => {
    await context.exposeBinding('reportViolation', (_source, violation: string) => {
      pageErrors.push(`Content Security Policy: ${violation}`)
    })
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        const report: unknown = Reflect.get(window, 'reportViolation')
        if (typeof report === 'function')
          report(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`)
      })
    })
    if (isPublicProfile())
      context.on('response', (response) => {
        const undocumented = findUndocumentedRequest(response)
        if (undocumented) pageErrors.push(`Not in the public API: ${undocumented}`)
      })
    context.on('weberror', (error) => pageErrors.push(`Uncaught: ${error.error().message}`))
    await use(context)
    // A request still held must not fail the worker after the test. Contexts opened by the test are in the same
    // browser, which runs one test at a time.
    const open = (context.browser()?.contexts() ?? [context]).flatMap((one) => [
      one,
      ...one.pages(),
    ])
    await Promise.all(open.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })))
    expect(pageErrors).toEqual([])
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
        // As after the first response of `GET /me`, which the public API lacks.
        ...(key === workspace.key && !isPublicProfile() && { scope: 'write' }),
      }
      await page.addInitScript(connect, { entry: JSON.stringify([connection]), fingerprint })
    }),

  workerService: [
    async ({}, use) => {
      const service = await prepareSeparateService()
      await use(service)
      await service.remove()
    },
    { scope: 'worker' },
  ],

  separateService: async ({ workerService, workspace }, use) =>
    use(await workerService.serve(workspace)),

  buildBoard: async ({ api }, use) =>
    use(async (plan, name = 'Launch') => {
      const names = Object.keys(plan)
      const lists = names.map((list) => ({ name: list, completes_cards: list === 'Done' }))
      const board = await api('POST /boards', { name, lists })
      const list = (wantedName: string) => idOf(board.lists, wantedName)
      const cards: Card[] = []
      for (const [listName, titles] of Object.entries(plan))
        for (const title of titles)
          cards.push(
            await api('POST /boards/:board_id/cards', {
              board_id: board.id,
              list_id: list(listName),
              name: title,
            }),
          )
      const card = (wantedName: string) => idOf(cards, wantedName)
      const stored = (wantedName: string) =>
        api('GET /cards/:card_id', { card_id: card(wantedName) })
      return { id: board.id, board, cards, list, card, stored }
    }),

  board: async ({ buildBoard }, use) => use(await buildBoard(SMALL_BOARD)),

  targets: async ({ board, api }, use) => {
    const campaign_ids = []
    for (const name of ['The drying shed is open', 'Spring workshops']) {
      const stats = { recipients: 1000, delivered: 990, opens_unique: 423, clicks_unique: 70 }
      const sent = { import: true, status: 'sent' as const, sent_at: '2025-01-20T09:00:00Z' }
      campaign_ids.push((await api('POST /campaigns', { ...sent, name, stats })).id)
    }
    const list = await api('POST /lists', { name: 'All customers' })
    await api('POST /lists/:list_id/contacts', {
      list_id: list.id,
      email_address: 'iris@hartlane.example',
      tags: ['customer'],
    })
    // Paused, so that nothing is sent.
    const webhook = { url: 'https://hooks.example.com/in', events: ['*' as const], enabled: false }
    const { id: webhook_id } = await api('POST /webhooks', webhook)
    await use({ board, campaign_ids, list_id: list.id, webhook_id })
  },
})

function idOf(resources: readonly { id: string; name: string }[], name: string): string {
  const found = resources.find((resource) => resource.name === name)
  if (!found) throw new Error(`No resource is named ${name}.`)
  return found.id
}

// Runs in the page before its code, and stores what src/web/session/connections.ts would store.
function connect({ entry, fingerprint }: { entry: string; fingerprint: string }) {
  try {
    if (sessionStorage.getItem('workspace-admin:active') !== null) return
    sessionStorage.setItem('workspace-admin:connections', entry)
    sessionStorage.setItem('workspace-admin:active', fingerprint)
  } catch {
    // about:blank has no storage.
  }
}
