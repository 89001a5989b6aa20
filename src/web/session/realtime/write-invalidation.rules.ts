import type { Input, ReadName, WriteName } from '#contract/endpoints.ts'

/** Queries that a write makes stale. */
interface StaleQueries<N extends WriteName> {
  /** Those with the resource itself. They stay fresh where the caller merges the change into them. */
  readonly holding?: readonly ReadName[]
  /** Those that count or name it. */
  readonly other?: readonly ReadName[] | ((input: Input<N>) => readonly ReadName[])
}

const lists = ['GET /lists', 'GET /lists/:list_id'] as const
const contacts = [
  'GET /lists/:list_id/contacts',
  'GET /lists/:list_id/contacts/:id_or_email',
  'GET /lists/:list_id/segments/:segment_id/contacts',
  'GET /campaigns/:campaign_id/report/contacts',
] as const
const contactCounts = [
  ...lists,
  'GET /lists/:list_id/tags',
  'GET /lists/:list_id/segments',
] as const
const segments = [
  'GET /lists/:list_id/segments',
  'GET /lists/:list_id/segments/:segment_id/contacts',
] as const
const campaigns = [
  'GET /campaigns',
  'GET /campaigns/:campaign_id',
  'GET /campaigns/:campaign_id/report',
] as const
const automations = ['GET /automations', 'GET /automations/:automation_id'] as const
const enrollments = [
  ...automations,
  'GET /automations/:automation_id/enrollments',
  // Enrollments give a contact no other version, at which its activity is read again.
  'GET /lists/:list_id/contacts/:contact_id/activity',
] as const
const cards = [
  'GET /boards',
  'GET /boards/:board_id',
  'GET /boards/:board_id/cards',
  'GET /cards/:card_id',
] as const
/** Those of all boards, and how many of them are due. */
const allCards = ['GET /cards', 'GET /cards/summary'] as const
const postCards = ['GET /feedback/posts/:post_id/cards'] as const
const cardsElsewhere = [...allCards, ...postCards] as const
const posts = [
  'GET /feedback/posts',
  'GET /feedback/posts/similar',
  'GET /feedback/posts/:post_id',
] as const
const postCounts = ['GET /feedback/boards', 'GET /feedback/statuses', 'GET /feedback/tags'] as const
const users = ['GET /feedback/users', 'GET /feedback/users/:user_id'] as const
const votes = [...posts, 'GET /feedback/posts/:post_id/votes'] as const
/** Of both posts of a merge. */
const postActivity = ['GET /feedback/posts/:post_id/activity'] as const
const comments = ['GET /feedback/posts/:post_id/comments'] as const
const entries = [
  'GET /feedback/changelog/entries',
  'GET /feedback/changelog/entries/:entry_id',
] as const
const subscribers = ['GET /feedback/changelog/subscribers'] as const
const suppressions = ['GET /suppressions'] as const
const changelogLabels = ['GET /feedback/changelog/labels'] as const

const webhooks = ['GET /webhooks', 'GET /webhooks/:webhook_id'] as const
const delivery = [
  ...webhooks,
  'GET /webhooks/:webhook_id/stats',
  'GET /webhooks/:webhook_id/deliveries/:delivery_id',
] as const
const deliveries = [...delivery, 'GET /webhooks/:webhook_id/deliveries'] as const

const writes: { readonly [N in WriteName]: StaleQueries<N> } = {
  'POST /lists': { holding: lists },
  'PATCH /lists/:list_id': { holding: lists },
  // Views of a list or board are deleted with it.
  'DELETE /lists/:list_id': {
    holding: ['GET /lists/:list_id'],
    other: ['GET /lists', 'GET /views'],
  },
  'POST /lists/:list_id/contacts': { holding: contacts, other: contactCounts },
  'PATCH /lists/:list_id/contacts/:contact_id': {
    holding: [...contacts, 'GET /lists/:list_id/segments'],
    other: ({ tags, status }) => [
      ...(tags ? (['GET /lists/:list_id/tags'] as const) : []),
      ...(status ? lists : []),
    ],
  },
  'DELETE /lists/:list_id/contacts/:contact_id': { holding: contacts, other: contactCounts },
  'POST /lists/:list_id/contacts/batch': { holding: contacts, other: contactCounts },
  'POST /lists/:list_id/imports': { holding: contacts, other: contactCounts },
  'DELETE /lists/:list_id/imports/:import_id': { holding: contacts, other: contactCounts },
  'POST /suppressions': { other: suppressions },
  'DELETE /suppressions/:suppression_id': { other: suppressions },
  'POST /lists/:list_id/tags': { other: ['GET /lists/:list_id/tags'] },
  'PATCH /lists/:list_id/tags/:tag': { other: ['GET /lists/:list_id/tags', ...contacts] },
  'DELETE /lists/:list_id/tags/:tag': { other: ['GET /lists/:list_id/tags', ...contacts] },
  'POST /lists/:list_id/segments': { holding: segments },
  'POST /lists/:list_id/segments/preview': {},
  'PATCH /lists/:list_id/segments/:segment_id': {
    holding: ['GET /lists/:list_id/segments'],
    other: ({ filter }) => (filter ? segments : []),
  },
  'DELETE /lists/:list_id/segments/:segment_id': { other: ['GET /lists/:list_id/segments'] },

  'POST /campaigns': { other: ['GET /campaigns'] },
  'PATCH /campaigns/:campaign_id': { holding: campaigns },
  'DELETE /campaigns/:campaign_id': { other: ['GET /campaigns'] },
  'POST /campaigns/:campaign_id/cancel': { holding: campaigns },
  'POST /campaigns/:campaign_id/schedule': { holding: campaigns },
  'POST /campaigns/:campaign_id/send': { holding: campaigns },
  'POST /campaigns/:campaign_id/events': { holding: campaigns },

  'POST /automations': { holding: automations },
  'PATCH /automations/:automation_id': {
    holding: automations,
    // Archiving ends the enrollments.
    other: ({ status }) => (status ? enrollments : []),
  },
  'DELETE /automations/:automation_id': {
    holding: ['GET /automations/:automation_id'],
    other: ['GET /automations'],
  },
  'POST /automations/:automation_id/enroll': { other: enrollments },
  'PATCH /automations/:automation_id/enrollments/:enrollment_id': { other: enrollments },
  'DELETE /automations/:automation_id/enrollments/:enrollment_id': { other: enrollments },

  'POST /boards': { other: ['GET /boards'] },
  'PATCH /boards/:board_id': {
    holding: ['GET /boards/:board_id'],
    // Cards have the name of their board, and those of an archived one are not counted.
    other: ({ archived, name }) => [
      'GET /boards',
      ...(archived === undefined && name === undefined ? [] : allCards),
    ],
  },
  'DELETE /boards/:board_id': { other: ['GET /boards', ...allCards, 'GET /views'] },
  'POST /boards/:board_id/lists': {
    holding: ['GET /boards/:board_id'],
    other: ['GET /boards', 'GET /boards/:board_id/lists'],
  },
  'PATCH /boards/:board_id/lists/:list_id': {
    holding: ['GET /boards/:board_id'],
    other: ({ archived, name }) => [
      'GET /boards',
      'GET /boards/:board_id/lists',
      ...(archived === undefined && name === undefined ? [] : allCards),
      // It counts the cards of open lists.
      ...(archived === undefined ? [] : (['GET /boards/:board_id'] as const)),
    ],
  },
  'DELETE /boards/:board_id/lists/:list_id': {
    other: [...cards, ...cardsElsewhere, 'GET /boards/:board_id/lists'],
  },
  'POST /boards/:board_id/labels': { holding: ['GET /boards', 'GET /boards/:board_id'] },
  'PATCH /boards/:board_id/labels/:label_id': { holding: ['GET /boards', 'GET /boards/:board_id'] },
  'DELETE /boards/:board_id/labels/:label_id': {
    holding: ['GET /boards/:board_id'],
    other: ['GET /boards', 'GET /boards/:board_id/cards', 'GET /cards'],
  },

  'POST /boards/:board_id/cards': { holding: cards, other: cardsElsewhere },
  'POST /boards/:board_id/cards/batch': { holding: cards, other: cardsElsewhere },
  'POST /boards/:board_id/cards/import': { holding: cards, other: cardsElsewhere },
  'PATCH /cards/:card_id': { holding: cards, other: cardsElsewhere },
  'DELETE /cards/:card_id': { holding: cards, other: cardsElsewhere },
  'POST /cards/:card_id/move': { holding: cards, other: cardsElsewhere },
  'POST /cards/:card_id/restore': { holding: cards, other: cardsElsewhere },

  'POST /feedback/boards': { other: ['GET /feedback/boards'] },
  'PATCH /feedback/boards/:board_id': { holding: ['GET /feedback/boards'] },
  'DELETE /feedback/boards/:board_id': { other: [...posts, ...postCounts] },
  'POST /feedback/statuses': { other: ['GET /feedback/statuses'] },
  'PATCH /feedback/statuses/:status_id': {
    holding: ['GET /feedback/statuses'],
    // The status that was the default before has another version, too.
    other: ({ is_default }) => (is_default ? ['GET /feedback/statuses'] : []),
  },
  'DELETE /feedback/statuses/:status_id': { other: [...posts, ...postCounts] },
  'POST /feedback/tags': { other: ['GET /feedback/tags'] },
  // Posts have the names of their tags.
  'PATCH /feedback/tags/:tag_id': { other: [...posts, ...postCounts] },
  'DELETE /feedback/tags/:tag_id': { other: [...posts, ...postCounts] },

  'POST /feedback/posts': { other: [...posts, ...postCounts] },
  'PATCH /feedback/posts/:post_id': {
    holding: posts,
    other: ({ tags, status }) => [
      ...(tags ? (['GET /feedback/tags'] as const) : []),
      ...(status ? (['GET /feedback/statuses'] as const) : []),
    ],
  },
  'DELETE /feedback/posts/:post_id': { other: [...posts, ...postCounts] },
  'POST /feedback/posts/:post_id/restore': { other: [...posts, ...postCounts] },
  'POST /feedback/posts/:post_id/merge': { other: [...votes, ...postCounts, ...postActivity] },
  'POST /feedback/posts/:post_id/unmerge': { other: [...votes, ...postCounts, ...postActivity] },
  'POST /feedback/posts/:post_id/votes': { other: [...votes, ...users] },
  'DELETE /feedback/posts/:post_id/votes/:vote_id': { other: [...votes, ...users] },
  'POST /feedback/posts/:post_id/comments': {
    holding: comments,
    // It counts for the user, who may be new.
    other: ({ user, user_id }) => [...posts, ...(user || user_id ? users : [])],
  },
  'PATCH /feedback/posts/:post_id/comments/:comment_id': { holding: comments },
  'DELETE /feedback/posts/:post_id/comments/:comment_id': { other: [...posts, ...comments] },

  'POST /feedback/users/identify': { other: users },
  // A search may list others then.
  'PATCH /feedback/users/:user_id': {
    holding: ['GET /feedback/users/:user_id'],
    other: ['GET /feedback/users'],
  },
  // They are named where they voted and commented, and two votes for one post become one.
  'DELETE /feedback/users/:user_id': { other: [...users, ...votes, ...comments] },
  'POST /feedback/users/:user_id/merge': { other: [...users, ...votes, ...comments] },

  'POST /feedback/changelog/entries': { other: ['GET /feedback/changelog/entries'] },
  'PATCH /feedback/changelog/entries/:entry_id': {
    holding: entries,
    // A date makes a draft a scheduled entry, which are counted apart.
    other: ({ publish_at }) =>
      publish_at === undefined ? [] : ['GET /feedback/changelog/entries'],
  },
  'DELETE /feedback/changelog/entries/:entry_id': { other: ['GET /feedback/changelog/entries'] },
  'POST /feedback/changelog/entries/:entry_id/publish': { holding: entries },
  'POST /feedback/changelog/entries/:entry_id/unpublish': { holding: entries },
  'POST /feedback/changelog/entries/:entry_id/versions/:version_id/restore': {
    holding: entries,
    other: ['GET /feedback/changelog/entries/:entry_id/versions'],
  },
  'POST /feedback/changelog/labels': { other: changelogLabels },
  'PATCH /feedback/changelog/labels/:label_id': { other: changelogLabels },
  'DELETE /feedback/changelog/labels/:label_id': { other: [...changelogLabels, ...entries] },
  'POST /feedback/changelog/subscribers': { other: subscribers },
  'PATCH /feedback/changelog/subscribers/:subscriber_id': { other: subscribers },
  'DELETE /feedback/changelog/subscribers/:subscriber_id': { other: subscribers },

  // Entries get their public address with the page.
  'PATCH /workspace': { other: ['GET /workspace', ...entries] },
  'POST /members': { other: ['GET /members'] },
  // Keys have the name of the member they belong to, and views of who shared them.
  'PATCH /members/:member_id': {
    other: ['GET /members', 'GET /api-keys', 'GET /me', 'GET /views'],
  },
  'DELETE /members/:member_id': { other: ['GET /members', 'GET /api-keys', 'GET /me', ...posts] },
  'POST /api-keys': { other: ['GET /api-keys'] },
  'PATCH /api-keys/:key_id': { holding: ['GET /api-keys'], other: ['GET /me', 'GET /views'] },
  'DELETE /api-keys/:key_id': { other: ['GET /api-keys'] },

  'POST /views': { holding: ['GET /views'] },
  'PATCH /views/:view_id': { holding: ['GET /views'] },
  'DELETE /views/:view_id': { holding: ['GET /views'] },

  'POST /webhooks': { other: ['GET /webhooks'] },
  'PATCH /webhooks/:webhook_id': { holding: webhooks },
  'DELETE /webhooks/:webhook_id': { other: ['GET /webhooks'] },
  'POST /webhooks/:webhook_id/rotate-secret': { other: webhooks },
  'POST /webhooks/:webhook_id/test': { other: deliveries },
  'POST /webhooks/:webhook_id/recover': { other: deliveries },
  'POST /webhooks/:webhook_id/replay': { other: deliveries },
  'POST /webhooks/:webhook_id/skip-waiting': { other: deliveries },
  'POST /webhooks/:webhook_id/deliveries/:delivery_id/redeliver': {
    holding: ['GET /webhooks/:webhook_id/deliveries'],
    other: delivery,
  },
}

/** The queries that a write makes stale, whoever sends it; `merges` as in the options of a mutation. */
export function queriesStaleAfter<N extends WriteName>(
  name: N,
  input: Input<N>,
  { merges = false }: { readonly merges?: boolean | undefined } = {},
): readonly ReadName[] {
  const { holding = [], other = [] }: StaleQueries<N> = writes[name]
  return [...(merges ? [] : holding), ...(typeof other === 'function' ? other(input) : other)]
}
