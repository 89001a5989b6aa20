/* oxlint-disable max-lines -- one contract of each resource */
import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { ApiKey, Webhook } from '#client/resources.ts'
import { headerMask } from '#contract/developers/webhook-headers.rules.ts'
import { openTestService, type TestWorkspace } from '#service/http/test-service.ts'
import { keyResource, keysQuery } from '#web/developers/keys/keys.data.ts'
import { hideHeaderValues, webhookResource } from '#web/developers/webhooks/webhook-resource.ts'
import { webhookQuery, webhooksQuery } from '#web/developers/webhooks/webhooks.data.ts'
import { automationResource } from '#web/email/automations/edit-automation.data.ts'
import { campaignPages, campaignQuery } from '#web/email/campaigns/campaigns.data.ts'
import { campaignResource, toCampaignItem } from '#web/email/campaigns/edit-campaign.data.ts'
import { toContactItem } from '#web/email/contacts/contact-changes.rules.ts'
import { contactQuery } from '#web/email/contacts/contact.data.ts'
import { contactsQuery } from '#web/email/contacts/contacts.data.ts'
import { contactResource } from '#web/email/contacts/edit-contact.data.ts'
import { contactListResource } from '#web/email/lists/edit-list.data.ts'
import { listPages, listQuery, segmentPages } from '#web/email/lists/lists.data.ts'
import { segmentResource } from '#web/email/segments/edit-segment.data.ts'
import { entryQuery, unpublishedPages } from '#web/feedback/changelog/changelog.data.ts'
import { entryResource } from '#web/feedback/changelog/entry-resource.ts'
import { changelogLabelResource } from '#web/feedback/changelog/labels.data.ts'
import { setupResources } from '#web/feedback/feedback-setup/setup-resources.ts'
import { personResource } from '#web/feedback/people/user-changes.data.ts'
import { userQuery, usersQuery } from '#web/feedback/people/users.data.ts'
import { commentResource } from '#web/feedback/post/comments.data.ts'
import { postResource } from '#web/feedback/posts/post-changes.data.ts'
import { commentPages, postPages, postQuery } from '#web/feedback/posts/posts.data.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { viewResource, viewsQuery } from '#web/saved-views/saved-views.data.ts'
import { editMany } from '#web/session/resources/edit-many.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import type { Item } from '#web/session/resources/places.ts'
import { type Changes, fieldNamed, type Resource } from '#web/session/resources/resource.ts'
import { boardResource, labelResource, listResource } from '#web/tasks/boards/board-resources.ts'
import { archivedListsQuery, boardQuery, boardsQuery } from '#web/tasks/boards/boards.data.ts'
import { cardResource } from '#web/tasks/card-changes/card-resource.ts'
import type { Fault } from '#web/tasks/card-changes/test-card-clients.ts'
import { cardQuery, doneCountQuery, listCardsQuery } from '#web/tasks/cards/card-queries.data.ts'
import { createHistory, openResourceClient, type PageQuery } from './test-resource-clients.ts'

type Values<T, F extends keyof T> = { readonly [K in F]: readonly T[K][] }

interface Contract<T extends Item, F extends keyof T> {
  readonly create: (workspace: TestWorkspace) => Promise<T>
  /** What pages show of it, and of what counts or names it. */
  readonly queries: (item: T) => readonly PageQuery[]
  /** Values to choose from, also those of the item as it was created. */
  readonly values: Values<T, F> | ((item: T) => Values<T, F>)
}

const createBoard = async ({ request }: TestWorkspace) => {
  const lists = [{ name: 'A' }, { name: 'B' }, { name: 'C' }]
  const labels = ['Copy', 'Design'].map((name) => ({ name, color: 'blue' }))
  const body = { name: 'Plan', lists, labels }
  const { id, lists: created } = (await request('POST /boards', { body })).body
  const card = { list_id: created[1].id, name: 'Card' }
  await request(`POST /boards/${id}/cards`, { body: card })
  return (await request(`GET /boards/${id}`)).body
}
const createList = async ({ request }: TestWorkspace) =>
  (await request('POST /lists', { body: { name: 'News' } })).body

const createPost = async ({ request }: TestWorkspace) => {
  const board = (await request('POST /feedback/boards', { body: { name: 'Ideas' } })).body
  const body = { board_id: board.id, title: 'More light', details: '', tags: ['Lamps'] }
  return (await request('POST /feedback/posts', { body })).body
}

const createWebhook = async ({ request }: TestWorkspace) => {
  const headers = { Authorization: 'Bearer one' }
  const body = { url: 'https://hooks.example.com/in', events: ['*'], headers }
  const { secret: _, ...webhook } = (await request('POST /webhooks', { body })).body
  return webhook as Webhook // of the contract
}
const createApiKey = async ({ request }: TestWorkspace) => {
  const member = (await request('POST /members', { body: { name: 'Ana' } })).body
  const body = { name: 'Website', scope: 'read', member_id: member.id }
  const { key: _, ...apiKey } = (await request('POST /api-keys', { body })).body
  return apiKey as ApiKey // of the contract
}

const webhookQueries = ({ id }: Item) => [webhooksQuery(), webhookQuery(id)]

const filterOf = (value: string) => ({
  match: 'all' as const,
  conditions: [{ field: 'email_address', op: 'contains' as const, value }],
})

const senderOf = (name: string | null) => ({ name, email_address: 'ana@example.com' })

const boardQueries = (board_id: string): readonly PageQuery[] => [
  boardQuery(board_id),
  boardsQuery(false),
  boardsQuery(true),
  archivedListsQuery(board_id),
]

const contracts: Record<string, () => void> = {
  board: () =>
    describeContract(boardResource, {
      create: createBoard,
      queries: ({ id }) => boardQueries(id),
      values: {
        name: ['Plan', 'Plan B', 'Plan C'],
        description: ['', null, 'Long'],
        archived: [false, true],
      },
    }),
  list: () =>
    describeContract(listResource, {
      create: async (workspace) => (await createBoard(workspace)).lists[1],
      queries: ({ board_id = '' }) => boardQueries(board_id),
      values: {
        name: ['B', 'Doing', 'Done'],
        wip_limit: [null, 3, 5],
        completes_cards: [false, true],
        archived: [false, true],
        position: [1, 65_537, 500_000],
      },
    }),
  feedback_board: () =>
    describeContract(setupResources.boards, {
      create: async ({ request }) =>
        (await request('POST /feedback/boards', { body: { name: 'Ideas' } })).body,
      queries: () => [endpointPages('GET /feedback/boards', {})],
      values: {
        name: ['Ideas', 'Wishes', 'Bugs'],
        description: [null, 'A', 'B'],
        private: [false, true],
        archived: [false, true],
      },
    }),
  post_status: () =>
    describeContract(setupResources.statuses, {
      create: async ({ request }) => (await request('GET /feedback/statuses')).body.data[1],
      queries: () => [endpointPages('GET /feedback/statuses', {})],
      values: {
        name: ['Review', 'Next', 'Later'],
        color: ['gray', 'red', 'blue'],
        category: ['open', 'active', 'done'],
        position: [0, 2.5, 100],
        // To take it away from one is to give it to another.
        is_default: [true],
      },
    }),
  post_tag: () =>
    describeContract(setupResources.tags, {
      create: async ({ request }) =>
        (await request('POST /feedback/tags', { body: { name: 'Mobile', color: 'red' } })).body,
      queries: () => [endpointPages('GET /feedback/tags', {})],
      values: { name: ['Mobile', 'Web', 'Import'], color: ['red', 'blue', 'gray'] },
    }),
  changelog_label: () =>
    describeContract(changelogLabelResource, {
      create: async ({ request }) => {
        const body = { name: 'New', color: 'green' }
        return (await request('POST /feedback/changelog/labels', { body })).body
      },
      queries: () => [endpointPages('GET /feedback/changelog/labels', {})],
      values: { name: ['New', 'Fixed', 'Changed'], color: ['green', 'red', 'blue'] },
    }),
  comment: () =>
    describeContract(commentResource, {
      create: async (workspace) => {
        const { id } = await createPost(workspace)
        const body = { body: 'First', internal: true }
        return (await workspace.request(`POST /feedback/posts/${id}/comments`, { body })).body
      },
      queries: ({ post_id = '' }) => [commentPages(post_id), postQuery(post_id)],
      values: { body: ['First', 'Second', 'Third'] },
    }),
  post: () =>
    describeContract(postResource, {
      create: createPost,
      queries: ({ id }) => [
        postQuery(id),
        postPages({}),
        postPages({ search: 'light' }),
        endpointPages('GET /feedback/tags', {}),
      ],
      values: {
        title: ['More light', 'Less light', 'Warm light'],
        details: ['', 'Over the bench', 'A lamp would do.'],
        status: ['open', 'planned', 'closed'],
        tags: [['Lamps'], [], ['Lamps', 'Shop']],
        // The owner of the workspace is its only member.
        owner: [null],
        eta: [null, '2027-01-01', '2027-02-28'],
      },
    }),
  person: () =>
    describeContract(personResource, {
      create: async ({ request }) => {
        const body = { name: 'Asha', external_id: 'crm-7', attributes: { plan: 'pro' } }
        return (await request('POST /feedback/users/identify', { body })).body
      },
      queries: ({ id }) => [userQuery(id), usersQuery({}), usersQuery({ search: 'asha' })],
      values: {
        name: ['Asha', null, 'Asha Bell'],
        email: [null, 'asha@example.com', 'ash@example.org'],
        external_id: ['crm-7', 'crm-8', 'crm-9'],
        // Of different attributes there is no conflict.
        attributes: [{ plan: 'pro' }, { plan: 'team' }, { plan: 'free' }],
      },
    }),
  changelog_entry: () =>
    describeContract(entryResource, {
      create: async ({ request }) => {
        const body = { title: 'Refills', body: 'Keep the jar.' }
        return (await request('POST /feedback/changelog/entries', { body })).body
      },
      queries: ({ id }) => [entryQuery(id), unpublishedPages(true)],
      values: {
        title: ['Refills', 'Refills by post', 'Jars'],
        body: ['Keep the jar.', 'We send the rest.', ''],
        // There is no label and no post.
        label_ids: [[]],
        post_ids: [[]],
        publish_at: [null, '2035-03-24T08:30:00.000Z', '2036-03-24T08:30:00.000Z'],
        notify: [true, false],
      },
    }),
  contact_list: () =>
    describeContract(contactListResource, {
      create: createList,
      queries: ({ id }) => [listQuery(id), listPages(), listPages(true)],
      values: {
        name: ['News', 'Letters', 'Offers'],
        description: [null, 'A', 'B'],
        double_opt_in: [false, true],
        archived: [false, true],
      },
    }),
  view: () =>
    describeContract(viewResource, {
      create: async ({ request }) => {
        const body = { name: 'Planned', page: 'posts', query: 'status=planned' }
        await request('POST /views', { body: { ...body, name: 'Open', query: 'status=open' } })
        return (await request('POST /views', { body })).body
      },
      queries: () => [viewsQuery()],
      values: {
        name: ['Planned', 'Next', 'Later'],
        query: ['status=planned', '', 'status=planned&tag=a'],
        position: [2, 0.5, 7],
      },
    }),
  segment: () =>
    describeContract(segmentResource, {
      create: async (workspace) => {
        const { id: list_id } = await createList(workspace)
        const body = { name: 'All', filter: filterOf('a') }
        return (await workspace.request(`POST /lists/${list_id}/segments`, { body })).body
      },
      queries: ({ list_id }) => [segmentPages(list_id)],
      values: {
        name: ['All', 'Some', 'None'],
        filter: [filterOf('a'), filterOf('b'), filterOf('c')],
      },
    }),
  contact: () =>
    describeContract(contactResource, {
      create: async (workspace) => {
        const { id: list_id } = await createList(workspace)
        const body = { email_address: 'ana@example.com', tags: ['New'], fields: { city: 'Oslo' } }
        const path = `POST /lists/${list_id}/contacts` as const
        return toContactItem((await workspace.request(path, { body })).body)
      },
      queries: ({ id, list_id }) => [
        contactQuery(list_id, id),
        contactsQuery({ list_id }, undefined),
        contactsQuery({ list_id }, undefined, 25),
      ],
      values: {
        email_address: ['ana@example.com', 'ana.lima@example.com', 'lima@example.com'],
        status: ['subscribed', 'pending', 'unsubscribed'],
        'tag:vip': [null, 'VIP'],
        'field:city': ['Oslo', null, 'Porto'],
        'field:hat': [null, '7', '8'],
      },
    }),
  campaign: () =>
    describeContract(campaignResource, {
      create: async (workspace) => {
        const { id: list_id } = await createList(workspace)
        const segment = { name: 'All', filter: filterOf('a') }
        const { id: segment_id } = (
          await workspace.request(`POST /lists/${list_id}/segments`, { body: segment })
        ).body
        const body = { name: 'Letter', list_id, segment_id }
        return toCampaignItem((await workspace.request('POST /campaigns', { body })).body)
      },
      queries: ({ id }) => [
        campaignQuery(id),
        campaignPages(),
        campaignPages({ status: 'draft', sort: '-date' }),
      ],
      values: ({ audience }) => ({
        name: ['Letter', 'Note', 'Card'],
        subject: ['', 'Hello', 'News'],
        preview_text: [null, 'A', 'B'],
        from: [null, senderOf('Ana'), senderOf(null)],
        audience: [
          audience,
          { ...audience, segment_id: null },
          { list_id: null, segment_id: null },
        ],
      }),
    }),
  automation: () =>
    describeContract(automationResource, {
      create: async (workspace) => {
        const { id: list_id } = await createList(workspace)
        return (await workspace.request('POST /automations', { body: { name: 'Hello', list_id } }))
          .body
      },
      queries: () => [endpointPages('GET /automations', {})],
      values: {
        name: ['Hello', 'Welcome', 'Again'],
        trigger: ['api', 'contact_created', 'tag_added'],
        allow_repeat: [false, true],
        // The service rejects some, such as a draft of one that was started.
        status: ['draft', 'active', 'paused'],
      },
    }),
  webhook: () =>
    describeContract(webhookResource, {
      create: createWebhook,
      queries: webhookQueries,
      values: ({ headers }) => ({
        url: [
          'https://hooks.example.com/in',
          'https://hooks.example.com/out',
          'https://hooks.example.com/new',
        ],
        description: [null, 'A', 'B'],
        events: [['*'], ['card.created'], ['card.created', 'post.created']],
        format: ['standard' as const, 'slack' as const, 'teams' as const],
        filter: [{}, { list_ids: ['lst_1'] }, { board_ids: ['brd_1'] }],
        ignore_api: [false, true],
        enabled: [true, false],
        // An edit of them has no undo: the test of headers has their cases.
        headers: [headers],
      }),
    }),
  api_key: () =>
    describeContract(keyResource, {
      create: createApiKey,
      queries: () => [keysQuery()],
      values: ({ member }) => ({ name: ['Website', 'Shop', 'Blog'], member: [member, null] }),
    }),
  card: () =>
    describeContract(cardResource, {
      create: async (workspace) => {
        const { id, lists, labels } = await createBoard(workspace)
        const member = (await workspace.request('POST /members', { body: { name: 'Ada' } })).body
        const body = {
          list_id: lists[0].id,
          name: 'Idea',
          label_ids: labels.map(({ id }: Item) => id),
          members: [member.id],
        }
        return (await workspace.request(`POST /boards/${id}/cards`, { body })).body
      },
      queries: ({ id, board_id, list_id }) => [
        cardQuery(id),
        listCardsQuery(board_id, list_id),
        doneCountQuery(board_id),
      ],
      values: ({ label_ids, members }) => ({
        name: ['Idea', 'Task', 'Bug'],
        description: [null, 'A', 'B'],
        due_at: [null, '2026-12-01T09:00:00.000Z', '2026-12-02T09:00:00.000Z'],
        start_at: [null, '2026-11-01T09:00:00.000Z', '2026-11-02T09:00:00.000Z'],
        label_ids: [label_ids, label_ids.slice(0, 1), label_ids.slice(1)],
        members: [members, []],
        completed: [false, true],
        // It is never changed alone.
        completed_at: [null],
      }),
    }),
  label: () =>
    describeContract(labelResource, {
      create: async (workspace) => (await createBoard(workspace)).labels[0],
      queries: ({ board_id = '' }) => boardQueries(board_id),
      values: { name: ['Copy', 'Text', ''], color: ['blue', 'red', 'teal'] },
    }),
}

test('every resource has a contract', () => {
  const web = path.resolve(import.meta.dirname, '..')
  const kinds = fs
    .readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .flatMap((name) => [
      ...fs
        .readFileSync(path.join(web, name), 'utf8')
        .matchAll(/= defineResource<[^(]*>\(\{\s*kind: '(\w+)'/g),
    ])
    .map(([, kind]) => kind)
  expect(new Set(kinds)).toEqual(new Set(Object.keys(contracts)))
})

let service: Awaited<ReturnType<typeof openTestService>>
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

const faults = ['none', 'none', 'none', 'rejected', 'broken', 'limited'] as const
const step = record({
  client: nat(2),
  action: constantFrom('edit', 'edit', 'edit', 'undo', 'redo', 'refresh'),
  field: nat(1),
  value: nat(2),
  fault: constantFrom<Fault>(...faults),
  /** As a change of many. */
  isMany: constantFrom(false, false, true),
  /** How a question is answered. */
  insists: constantFrom(true, false),
  /** Waits for the responses first. */
  settles: constantFrom(true, false),
  /** Then all clients are up to date. */
  isLive: constantFrom(true, false),
})
type Step = typeof step extends { generate: (...args: never[]) => { value: infer S } } ? S : never

const words = { label: 'Change', undoLabel: 'Undo', result: () => ({ label: 'Changed' }) }

interface Run {
  /** Of the fields. */
  readonly offset: number
  readonly steps: readonly Step[]
}

const still: Step = {
  client: 0,
  action: 'edit',
  field: 0,
  value: 1,
  fault: 'none',
  isMany: false,
  insists: false,
  settles: true,
  isLive: true,
}
/** What random steps meet rarely, with the values of the first two fields. */
const examples: Run[] = [
  // The second edit is shown while the first is taken back.
  {
    offset: 0,
    steps: [
      { ...still, fault: 'rejected', settles: false },
      { ...still, field: 1 },
    ],
  },
  // One field is changed three times, the first while nothing else is sent.
  {
    offset: 0,
    steps: [1, 2, 0].map((value) => ({ ...still, value, settles: value === 0 })),
  },
  // An undo of what someone else has changed since.
  { offset: 0, steps: [still, { ...still, client: 1, value: 2 }, { ...still, action: 'undo' }] },
  // An edit of what the page does not show yet, and the repeated edit of another field.
  {
    offset: 0,
    steps: [
      { ...still, isLive: false },
      { ...still, client: 1, value: 2 },
    ],
  },
  {
    offset: 0,
    steps: [
      { ...still, isLive: false },
      { ...still, client: 1, field: 1 },
    ],
  },
  // The same as changes of many.
  {
    offset: 0,
    steps: [
      { ...still, isLive: false },
      { ...still, client: 1, value: 2, isMany: true },
      { ...still, isMany: true },
      { ...still, client: 1, value: 2 },
      { ...still, action: 'undo' },
    ],
  },
]

// A failure prints its seed. Another seed finds other sequences: FC_SEED=1 npx vitest …
const options: Parameters<typeof assert<[Run]>>[1] = {
  numRuns: examples.length + 3,
  examples: examples.map((one): [Run] => [one]),
  endOnFailure: true,
  seed: Number(process.env['FC_SEED'] ?? 30),
}

function describeContract<T extends Item, F extends keyof T>(
  resource: Resource<T, F>,
  contract: Contract<T, F>,
) {
  const run = (clients: number, { offset, steps }: Run) =>
    runSteps(resource, contract, { clients, offset, steps })
  // Two fields each time, so that clients meet.
  const runs = record({ offset: nat(4), steps: array(step, { minLength: 6, maxLength: 16 }) })
  describe.concurrent(resource.kind, () => {
    test('the screen of one client ends with what the service has', { timeout: 120_000 }, () =>
      assert(
        asyncProperty(runs, (one) => run(1, one)),
        options,
      ),
    )
    test.each([2, 3])(
      '%s clients lose no edit of each other in silence',
      { timeout: 120_000 },
      (clients) =>
        assert(
          asyncProperty(runs, (one) => run(clients, one)),
          options,
        ),
    )
  })
}

async function runSteps<T extends Item, F extends keyof T>(
  resource: Resource<T, F>,
  { create, queries, values: valuesOf }: Contract<T, F>,
  { clients: count, offset, steps }: Run & { readonly clients: number },
) {
  const workspace = await service.workspace()
  const item = await create(workspace)
  const values = typeof valuesOf === 'function' ? valuesOf(item) : valuesOf
  const names = Object.keys(values) as F[] // as they are declared
  // Those who change other parts of a field than someone else keep what that one has changed.
  const history = createHistory(names.filter((name) => !fieldNamed(resource, name).applyChange))
  // One write at a time, so that it is known which value each has replaced.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <R>(perform: () => Promise<R>) => {
    const result = last.then(perform)
    last = result.catch(() => undefined)
    return result
  }
  const clients = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      openResourceClient(resource, item, {
        app: service.app,
        key: workspace.key,
        queries: queries(item),
        onWrite: (before, after) => history.record(index, before, after),
        inTurn,
      }),
    ),
  )
  try {
    for (const one of steps) {
      const { client: number, action, field, value, fault, isMany, insists, settles, isLive } = one
      const index = number % count
      const client = clients[index]
      const name = names[(offset + field) % names.length]
      if (!client || name === undefined) continue
      const shown = client.shown()
      history.see(index, shown)
      if (fault !== 'none') client.fail(fault)
      // One client alone knows what its own changes have made stale.
      if (action === 'refresh') await (count > 1 && client.refresh())
      else if (action === 'edit') {
        const options = values[name]
        // A value of this field.
        const changes = { [name]: options[value % options.length] } as Changes<T, F>
        const many = isMany
          ? editMany(client.session, resource, [{ seen: shown, changes }], words)
          : undefined
        const outcome = many?.finished ?? editResource(client.session, resource, shown, changes)
        if (count === 1) client.expectShown(name, changes, outcome)
        // It says what someone else has set, and is sent again.
        const see = () => history.see(index, client.shown())
        if (many && insists) void many.finished.then(see).then(() => many.retry())
      } else {
        await client.settle(insists, (theirs) => history.see(index, theirs))
        const isRedo = action === 'redo'
        const change = client.session.undo
          .list()
          // An offer to use a version after all is no undo.
          .find(({ undoes, undoLabel }) => !undoLabel && (undoes !== undefined) === isRedo)
        history.startUndo(index)
        if (change) client.session.undo.undo(change.id)
      }
      if (settles || action !== 'edit')
        await client.settle(insists, (theirs) => history.see(index, theirs))
      history.endUndo(index)
      if (settles && isLive && count > 1) for (const one of clients) await one.refresh()
    }
    for (const [index, client] of clients.entries())
      await client.settle(false, (theirs) => history.see(index, theirs))
    expect(history.lost).toEqual([])
    for (const client of clients) {
      if (count > 1) await client.refresh()
      await client.expectStored()
    }
  } finally {
    for (const client of clients) await client.close()
  }
}

test('headers of a webhook are edited without their values and without an undo', async () => {
  const workspace = await service.workspace()
  const webhook = await createWebhook(workspace)
  const client = await openResourceClient(webhookResource, webhook, {
    app: service.app,
    key: workspace.key,
    queries: webhookQueries(webhook),
    onWrite: () => undefined,
    inTurn: (perform) => perform(),
  })
  const edit = (headers: Webhook['headers']) => {
    const { resource, changes } = hideHeaderValues({ headers })
    return editResource(client.session, resource, webhook, changes)
  }
  const path = `/webhooks/${webhook.id}`
  const change = (headers: object) => workspace.request(`PATCH ${path}`, { body: { headers } })
  const names = async () =>
    Object.keys((await workspace.request(`GET ${path}`)).body.headers).toSorted()
  try {
    // One that someone else has added meanwhile stays.
    await change({ Authorization: null, 'X-Theirs': 'two' })
    expect((await edit({ Authorization: headerMask, 'X-Mine': 'one' })).state).toBe('saved')
    expect(await names()).toEqual(['Authorization', 'X-Mine', 'X-Theirs'])
    // Someone else has removed the one that gets another value.
    await client.refresh()
    await change({ 'X-Mine': null })
    const outcome = edit({ Authorization: 'Bearer two' })
    await client.settle(false, () => undefined)
    expect((await outcome).state).toBe('theirs')
    expect(await names()).toEqual(['X-Mine'])
    expect(client.session.undo.list()).toEqual([])
    await client.expectStored()
  } finally {
    await client.close()
  }
})

for (const contract of Object.values(contracts)) contract()
