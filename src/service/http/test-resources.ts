import type { CreateResource, SendRequest } from './test-service.ts'

/** Ids by the names that paths have for them. */
type Ids = Readonly<Record<string, string>>

interface Resources {
  readonly common: Ids
  readonly email: Ids
  readonly feedback: Ids
}

export const isEmail = (name: string) =>
  / \/(lists|campaigns|automations|suppressions)\b/.test(name)

/** One of each thing in the workspace of this key. */
export async function createOneOfEach(request: SendRequest): Promise<Resources> {
  const create = async (line: string, body: object) => (await request(line, { body })).body
  const feedback = await feedbackOf(create)
  const entry = `/feedback/changelog/entries/${feedback['entry_id']}`
  return {
    common: {
      ...(await boardOf(create)),
      key_id: (await request('GET /api-keys')).body.data[0].id,
      member_id: (await create('POST /members', { name: 'M' })).id,
      view_id: (await create('POST /views', { name: 'V', page: 'posts', query: '' })).id,
      ...(await webhookOf(create)),
    },
    email: await emailOf(create),
    feedback: {
      ...feedback,
      version_id: (await request(`GET ${entry}/versions`)).body.data[0].id,
      status_id: (await request('GET /feedback/statuses')).body.data[0].id,
      user_id: (await request('GET /feedback/users')).body.data[0].id,
    },
  }
}

/** What a read needs besides its path. */
const queries: Readonly<Record<string, string>> = {
  'GET /search': '?q=word',
  'GET /feedback/posts/similar': '?text=word',
}

/** The line with ids of things that are there in its path, and with the query that it cannot be without. */
export const withIdsOf = ({ common, email, feedback }: Resources, name: string) =>
  name.replace(/:(\w+)/g, (_, param: string) => {
    const near = name.includes('/feedback/') ? feedback : isEmail(name) ? email : common
    return near[param] ?? common[param] ?? `missing_${param}`
  }) + (queries[name] ?? '')

async function webhookOf(create: CreateResource): Promise<Ids> {
  const webhook = { url: 'https://hooks.example.com/in', events: ['*'], enabled: false }
  const webhook_id = (await create('POST /webhooks', webhook)).id
  const delivery_id = (await create(`POST /webhooks/${webhook_id}/test`, {})).id
  return { webhook_id, delivery_id, kind: 'board.created' }
}

async function boardOf(create: CreateResource): Promise<Ids> {
  const lists = [{ name: 'A' }, { name: 'B', completes_cards: true }]
  const board = await create('POST /boards', { name: 'Secret', lists, labels: [{ name: 'L' }] })
  const list_id = board.lists[0].id
  const card = await create(`POST /boards/${board.id}/cards`, { list_id, name: 'C' })
  return { board_id: board.id, list_id, label_id: board.labels[0].id, card_id: card.id }
}

async function emailOf(create: CreateResource): Promise<Ids> {
  const list_id = (await create('POST /lists', { name: 'Secret' })).id
  const person = { email_address: 'ada@example.com', tags: ['t'] }
  const contact_id = (await create(`POST /lists/${list_id}/contacts`, person)).id
  const filter = { match: 'all', conditions: [{ field: 'tag', op: 'is', value: 't' }] }
  const draft = { name: 'A', list_id, status: 'active' }
  const suppression = { address: 'gone@example.com', scope: 'workspace' }
  const automation_id = (await create('POST /automations', draft)).id
  return {
    list_id,
    tag: 't',
    contact_id,
    id_or_email: contact_id,
    segment_id: (await create(`POST /lists/${list_id}/segments`, { name: 'S', filter })).id,
    campaign_id: (await create('POST /campaigns', { name: 'C' })).id,
    import_id: (await create(`POST /lists/${list_id}/imports`, { csv: 'Email\nbob@x.io' })).id,
    suppression_id: (await create('POST /suppressions', suppression)).id,
    automation_id,
    enrollment_id: (await create(`POST /automations/${automation_id}/enroll`, { contact_id })).id,
  }
}

async function feedbackOf(create: CreateResource): Promise<Ids> {
  const board_id = (await create('POST /feedback/boards', { name: 'Secret' })).id
  const post_id = (await create('POST /feedback/posts', { board_id, title: 'P' })).id
  const post = `/feedback/posts/${post_id}`
  const subscriber = { email: 'reader@example.com' }
  return {
    board_id,
    post_id,
    tag_id: (await create('POST /feedback/tags', { name: 'T' })).id,
    label_id: (await create('POST /feedback/changelog/labels', { name: 'L' })).id,
    vote_id: (await create(`POST ${post}/votes`, { email: 'voter@example.com' })).id,
    comment_id: (await create(`POST ${post}/comments`, { body: 'C' })).id,
    entry_id: (await create('POST /feedback/changelog/entries', { title: 'E' })).id,
    subscriber_id: (await create('POST /feedback/changelog/subscribers', subscriber)).id,
  }
}
