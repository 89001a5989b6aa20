import { expect, test } from 'vitest'

import { rows } from '#contract/endpoints.ts'
import { parseRequestLine } from '#contract/request-line.ts'
import { auditRuleOf, describeAct } from './audit.rules.ts'

const ruleOf = (name: string, row: Parameters<typeof auditRuleOf>[1] = {}) =>
  auditRuleOf(parseRequestLine(name), row)

test('every endpoint that writes or exports has a kind and a type of resource', () => {
  const table = rows.flatMap(([name, row]) => {
    const rule = ruleOf(name, row)
    if (!rule) return name.startsWith('GET') ? [] : [`${name}: none`]
    const kind = typeof rule.kind === 'string' ? rule.kind : 'by input'
    const parent = rule.parentParam === undefined ? '' : ` in ${rule.parentParam}`
    return [`${name}: ${kind} ${rule.type} ${rule.idParam ?? 'id'}${parent}`]
  })
  expect(table).toMatchInlineSnapshot(`
    [
      "POST /lists: created list id",
      "PATCH /lists/:list_id: updated list list_id",
      "DELETE /lists/:list_id: deleted list list_id",
      "POST /lists/:list_id/tags: created tag id in list_id",
      "PATCH /lists/:list_id/tags/:tag: updated tag tag in list_id",
      "DELETE /lists/:list_id/tags/:tag: deleted tag tag in list_id",
      "POST /lists/:list_id/contacts: created contact id in list_id",
      "PATCH /lists/:list_id/contacts/:contact_id: updated contact contact_id in list_id",
      "DELETE /lists/:list_id/contacts/:contact_id: deleted contact contact_id in list_id",
      "POST /lists/:list_id/contacts/batch: by input contact id in list_id",
      "POST /lists/:list_id/imports: imported contact_import id in list_id",
      "DELETE /lists/:list_id/imports/:import_id: canceled contact_import import_id in list_id",
      "GET /lists/:list_id/export: exported list list_id",
      "POST /lists/:list_id/segments: created segment id in list_id",
      "POST /lists/:list_id/segments/preview: none",
      "PATCH /lists/:list_id/segments/:segment_id: updated segment segment_id in list_id",
      "DELETE /lists/:list_id/segments/:segment_id: deleted segment segment_id in list_id",
      "POST /campaigns: created campaign id",
      "PATCH /campaigns/:campaign_id: updated campaign campaign_id",
      "DELETE /campaigns/:campaign_id: deleted campaign campaign_id",
      "POST /campaigns/:campaign_id/schedule: scheduled campaign campaign_id",
      "POST /campaigns/:campaign_id/send: sent campaign campaign_id",
      "POST /campaigns/:campaign_id/cancel: canceled campaign campaign_id",
      "POST /campaigns/:campaign_id/events: updated campaign campaign_id",
      "POST /automations/:automation_id/enroll: enrolled enrollment id in automation_id",
      "POST /automations: created automation id",
      "PATCH /automations/:automation_id: updated automation automation_id",
      "DELETE /automations/:automation_id: deleted automation automation_id",
      "PATCH /automations/:automation_id/enrollments/:enrollment_id: updated enrollment enrollment_id in automation_id",
      "DELETE /automations/:automation_id/enrollments/:enrollment_id: canceled enrollment enrollment_id in automation_id",
      "POST /suppressions: created suppression id",
      "DELETE /suppressions/:suppression_id: deleted suppression suppression_id",
      "POST /boards: created board id",
      "PATCH /boards/:board_id: updated board board_id",
      "DELETE /boards/:board_id: deleted board board_id",
      "POST /boards/:board_id/lists: created board_list id in board_id",
      "PATCH /boards/:board_id/lists/:list_id: updated board_list list_id in board_id",
      "DELETE /boards/:board_id/lists/:list_id: deleted board_list list_id in board_id",
      "POST /boards/:board_id/labels: created label id in board_id",
      "PATCH /boards/:board_id/labels/:label_id: updated label label_id in board_id",
      "DELETE /boards/:board_id/labels/:label_id: deleted label label_id in board_id",
      "POST /boards/:board_id/cards: created card id in board_id",
      "PATCH /cards/:card_id: updated card card_id",
      "POST /cards/:card_id/move: moved card card_id",
      "DELETE /cards/:card_id: deleted card card_id",
      "POST /cards/:card_id/restore: restored card card_id",
      "POST /boards/:board_id/cards/import: imported card id in board_id",
      "POST /boards/:board_id/cards/batch: by input card id in board_id",
      "POST /feedback/boards: created feedback_board id",
      "PATCH /feedback/boards/:board_id: updated feedback_board board_id",
      "DELETE /feedback/boards/:board_id: deleted feedback_board board_id",
      "POST /feedback/statuses: created post_status id",
      "PATCH /feedback/statuses/:status_id: updated post_status status_id",
      "DELETE /feedback/statuses/:status_id: deleted post_status status_id",
      "POST /feedback/tags: created post_tag id",
      "PATCH /feedback/tags/:tag_id: updated post_tag tag_id",
      "DELETE /feedback/tags/:tag_id: deleted post_tag tag_id",
      "POST /feedback/changelog/labels: created changelog_label id",
      "PATCH /feedback/changelog/labels/:label_id: updated changelog_label label_id",
      "DELETE /feedback/changelog/labels/:label_id: deleted changelog_label label_id",
      "POST /feedback/posts: created post id",
      "PATCH /feedback/posts/:post_id: updated post post_id",
      "DELETE /feedback/posts/:post_id: deleted post post_id",
      "POST /feedback/posts/:post_id/restore: restored post post_id",
      "POST /feedback/posts/:post_id/votes: created vote id in post_id",
      "DELETE /feedback/posts/:post_id/votes/:vote_id: deleted vote vote_id in post_id",
      "POST /feedback/posts/:post_id/comments: created comment id in post_id",
      "PATCH /feedback/posts/:post_id/comments/:comment_id: updated comment comment_id in post_id",
      "DELETE /feedback/posts/:post_id/comments/:comment_id: deleted comment comment_id in post_id",
      "POST /feedback/users/identify: created portal_user id",
      "PATCH /feedback/users/:user_id: updated portal_user user_id",
      "POST /feedback/posts/:post_id/merge: merged post post_id",
      "POST /feedback/posts/:post_id/unmerge: unmerged post post_id",
      "POST /feedback/users/:user_id/merge: merged portal_user id in user_id",
      "DELETE /feedback/users/:user_id: deleted portal_user user_id",
      "POST /feedback/changelog/entries: created changelog_entry id",
      "PATCH /feedback/changelog/entries/:entry_id: updated changelog_entry entry_id",
      "DELETE /feedback/changelog/entries/:entry_id: deleted changelog_entry entry_id",
      "POST /feedback/changelog/entries/:entry_id/publish: published changelog_entry entry_id",
      "POST /feedback/changelog/entries/:entry_id/unpublish: unpublished changelog_entry entry_id",
      "POST /feedback/changelog/entries/:entry_id/versions/:version_id/restore: restored changelog_entry entry_id",
      "POST /feedback/changelog/subscribers: created changelog_subscriber id",
      "PATCH /feedback/changelog/subscribers/:subscriber_id: updated changelog_subscriber subscriber_id",
      "DELETE /feedback/changelog/subscribers/:subscriber_id: deleted changelog_subscriber subscriber_id",
      "PATCH /workspace: updated workspace id",
      "POST /members: created member id",
      "PATCH /members/:member_id: updated member member_id",
      "DELETE /members/:member_id: deleted member member_id",
      "POST /api-keys: created api_key id",
      "PATCH /api-keys/:key_id: updated api_key key_id",
      "DELETE /api-keys/:key_id: revoked api_key key_id",
      "POST /webhooks: created webhook id",
      "PATCH /webhooks/:webhook_id: updated webhook webhook_id",
      "DELETE /webhooks/:webhook_id: deleted webhook webhook_id",
      "POST /webhooks/:webhook_id/rotate-secret: rotated webhook webhook_id",
      "POST /webhooks/:webhook_id/test: tested webhook webhook_id",
      "POST /webhooks/:webhook_id/deliveries/:delivery_id/redeliver: redelivered delivery delivery_id in webhook_id",
      "POST /webhooks/:webhook_id/recover: recovered webhook webhook_id",
      "POST /webhooks/:webhook_id/replay: replayed webhook webhook_id",
      "POST /webhooks/:webhook_id/skip-waiting: skipped webhook webhook_id",
      "POST /views: created view id",
      "PATCH /views/:view_id: updated view view_id",
      "DELETE /views/:view_id: deleted view view_id",
    ]
  `)
})

test('a path that does not say what it does is rejected without a kind', () => {
  expect(() => ruleOf('POST /cards/:card_id/fold')).toThrow('needs `audit`')
  expect(() => ruleOf('POST /cards/:card_id/fold', { audit: 'moved' })).not.toThrow()
  expect(() => ruleOf('POST /planets', { audit: 'created' })).toThrow('a line in typesByPath')
})

const describe = (name: string, input: object, output: unknown, existed = false) => {
  const rule = auditRuleOf(parseRequestLine(name), rows.find(([one]) => one === name)?.[1] ?? {})
  const act = rule && describeAct(rule, { ...input }, { output, existed })
  return act && [act.kind, act.resource_type, act.resource_id, act.parent_id, act.count]
}

test('a created resource is named by the response, in the parent of the path', () => {
  const name = 'POST /lists/:list_id/contacts'
  const input = { list_id: 'lst_1', id: 'other' }
  const act = ['contact', 'con_1', 'lst_1', null]
  expect(describe(name, input, { id: 'con_1' })).toEqual(['created', ...act])
  expect(describe(name, input, { id: 'con_1' }, true)).toEqual(['updated', ...act])
  expect(describe(name, { ...input, import: true }, { id: 'con_1' })).toEqual(['imported', ...act])
})

test('a tag is named by its name', () => {
  const tag = ['tag', 'vip', 'lst_1', null]
  const inList = { list_id: 'lst_1' }
  expect(describe('POST /lists/:list_id/tags', inList, { name: 'vip' })).toEqual([
    'created',
    ...tag,
  ])
  const renamed = describe(
    'PATCH /lists/:list_id/tags/:tag',
    { ...inList, tag: 'vip' },
    { name: 'x' },
  )
  expect(renamed).toEqual(['updated', ...tag])
})

test('a merge of two people is about the one that it removes', () => {
  const input = { user_id: 'usr_1', from_id: 'usr_2' }
  const act = describe('POST /feedback/users/:user_id/merge', input, { id: 'usr_1' })
  expect(act).toEqual(['merged', 'portal_user', 'usr_2', 'usr_1', null])
})

test('a batch counts what it changed and names the strongest kind', () => {
  const results = [{ status: 200 }, { status: 404 }, { status: 204 }]
  const cards = (input: object) =>
    describe('POST /boards/:board_id/cards/batch', { board_id: 'brd_1', ...input }, { results })
  const act = ['card', null, 'brd_1', 2]
  expect(cards({ move: {} })).toEqual(['moved', ...act])
  expect(cards({ set: {}, move: {} })).toEqual(['updated', ...act])
  expect(cards({ delete: true })).toEqual(['deleted', ...act])
})

test('a batch of contacts is what its operations did', () => {
  const kindOf = (...statuses: number[]) =>
    describe(
      'POST /lists/:list_id/contacts/batch',
      { list_id: 'lst_1' },
      { results: statuses.map((status) => ({ status })) },
    )?.[0]
  expect([kindOf(201, 204, 404), kindOf(201, 201, 422)]).toEqual(['deleted', 'created'])
  expect([kindOf(201, 200), kindOf(200)]).toEqual(['updated', 'updated'])
})

test('a batch in import mode that deletes is a deletion', () => {
  const results = [{ status: 204 }]
  const contacts = { list_id: 'lst_1', import: true }
  expect(describe('POST /lists/:list_id/contacts/batch', contacts, { results })?.[0]).toBe(
    'deleted',
  )
  const cards = (input: object) =>
    describe(
      'POST /boards/:board_id/cards/batch',
      { board_id: 'brd_1', import: true, ...input },
      { results },
    )?.[0]
  expect([cards({ delete: true }), cards({ set: {} })]).toEqual(['deleted', 'imported'])
})

test('a request that changes nothing is no act', () => {
  const replay = 'POST /webhooks/:webhook_id/replay'
  const webhook_id = 'whk_1'
  expect(describe(replay, { webhook_id, dry_run: true }, { count: 5 })).toBeUndefined()
  expect(describe(replay, { webhook_id, dry_run: false }, { count: 0 })).toBeUndefined()
  expect(describe(replay, { webhook_id, dry_run: false }, { count: 5 })).toEqual([
    'replayed',
    'webhook',
    'whk_1',
    null,
    5,
  ])
})
