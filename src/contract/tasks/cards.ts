import { z } from 'zod'

import { additions } from '#contract/addition.ts'
import { Member } from '#contract/developers/workspace.ts'
import { documented } from '#contract/documented.ts'
import { endpoint } from '#contract/endpoint.ts'
import { byReference, importFields, importMode } from '#contract/import-mode.ts'
import {
  anyOf,
  Id,
  limit,
  line,
  name as nameOf,
  page,
  pageQuery,
  QueryFlag,
  text,
  Timestamp,
  TimestampIn,
  TimeZone,
} from '#contract/primitives.ts'

const dates = z.object({ start_at: Timestamp.nullable(), due_at: Timestamp.nullable() })

export const Card = documented(
  z.object({
    id: Id,
    board_id: Id,
    list_id: Id,
    name: z.string(),
    description: z.string().nullable(),
    label_ids: z.array(Id),
    members: z.array(Member),
    due_at: Timestamp.nullable(),
    start_at: Timestamp.nullable(),
    /** Repeats the two dates: the public API names the group, not its parts. */
    dates,
    completed: z.boolean(),
    completed_at: Timestamp.nullable(),
    status: z.enum(['open', 'archived']),
    /** For sorting within one list only. */
    position: z.number(),
    post_id: Id.nullable(),
    external_ref: z.string().nullable(),
    version: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
  ['id', 'list_id', 'name', 'label_ids', 'due_at', 'completed', 'members', 'status'],
)
export type Card = z.infer<typeof Card>

/** A card with the names that say where it is. */
const PlacedCard = z.object({ ...Card.shape, board_name: z.string(), list_name: z.string() })
export type PlacedCard = z.infer<typeof PlacedCard>

/** Exact, of the open cards of all open boards that are not completed. Days are those of the time zone that was asked for. */
const CardSummary = z.object({
  /** Due before now, also earlier today. */
  overdue: z.int(),
  /** Due later today. */
  due_today: z.int(),
  due_tomorrow: z.int(),
  /** When the first of the overdue cards was due. */
  oldest_overdue_at: Timestamp.nullable(),
  /** Those with cards that are overdue or due today; the most overdue ones first. */
  boards: z.array(z.object({ board_id: Id, overdue: z.int(), due_today: z.int() })),
})
export type CardSummary = z.infer<typeof CardSummary>

export const CardMove = z.object({
  list_id: Id,
  position: z.enum(['top', 'bottom']).optional(),
  ...additions('cards.relative_move', {
    after_card_id: Id.optional(),
    before_card_id: Id.optional(),
    labels: z.enum(['match', 'drop']).optional(),
  }),
})
export type CardMove = z.infer<typeof CardMove>

const name = nameOf(512)
const instant = TimestampIn.nullable()
/** Labels or members of a card. */
export const ids = z.array(Id).max(50)
/** Ids, or objects with an id as GET returns them; both mean the same. */
const members = z
  .array(z.union([Id, z.object({ id: Id }).transform((member) => member.id)]))
  .max(50)

/** Of any post: a link may outlive what it leads to. */
const postId = Id.nullable().optional()

/** What a PATCH of one card and a batch of cards may set. */
export const cardChange = {
  name: name.optional(),
  due_at: instant.optional(),
  start_at: instant.optional(),
  dates: z.object({ due_at: instant.optional(), start_at: instant.optional() }).optional(),
  label_ids: ids.optional(),
  members: members.optional(),
  status: z.enum(['open', 'archived']).optional(),
  completed: z.boolean().optional(),
  ...additions('cards.details', {
    description: text(50_000).nullable().optional(),
    member_ids: ids.optional(),
    post_id: postId,
  }),
}

/** When an imported card was completed; the time of the import by default. */
const completionTime = additions('import', { completed_at: TimestampIn.optional() })

/** What a new card is made of. */
export const newCard = {
  list_id: Id,
  name,
  label_ids: ids.optional(),
  due_at: instant.optional(),
  ...additions('cards.details', {
    description: text(50_000).nullable().optional(),
    start_at: instant.optional(),
    members: members.optional(),
    post_id: postId,
  }),
  ...importFields,
  ...additions('import', {
    status: z.enum(['open', 'archived']).optional(),
    completed: z.boolean().optional(),
  }),
  ...completionTime,
}

/** The size of a page with `per_list`: about the lists in sight of a board. */
export const perListPageSize = 200

export const cards = {
  'GET /boards/:board_id/cards': endpoint({
    scope: 'read',
    source: 'public',
    summary: 'List the open cards of a board in display order',
    input: z.object({
      ...pageQuery,
      list_id: anyOf(Id).optional(),
      member_id: anyOf(Id).optional(),
      completed: QueryFlag.optional(),
      ...byReference,
      ...additions('filters', {
        label_id: anyOf(Id).optional(),
        status: z.enum(['open', 'archived', 'all']).optional(),
        search: line(1, 200).optional(),
        due_before: TimestampIn.optional(),
        due_after: TimestampIn.optional(),
        updated_since: TimestampIn.optional(),
        sort: z.enum(['-updated_at', 'due_at']).optional(),
        // Without a default: `per_list` contradicts a limit in the request.
        limit: limit.optional(),
        /** Only the first cards of each list, in pages of `perListPageSize`. */
        per_list: limit.optional(),
      }),
    }),
    output: page(Card),
  }),
  'POST /boards/:board_id/cards': endpoint({
    scope: 'write',
    source: 'public',
    summary: 'Create a card in a list, at the bottom by default',
    input: z.object({
      ...newCard,
      ...additions('cards.details', { position: z.enum(['top', 'bottom']).optional() }),
    }),
    output: Card,
    status: 201,
    location: '/cards/:id',
  }),
  'GET /feedback/posts/:post_id/cards': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'cards.details',
    summary: 'List the cards of a feedback post, oldest first, including archived ones',
    input: z.object(pageQuery),
    output: page(PlacedCard),
  }),
  'GET /cards': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'cards.list',
    summary: 'List the open cards of all open boards, by due date or newest change',
    input: z.object({
      ...pageQuery,
      board_id: anyOf(Id).optional(),
      member_id: anyOf(Id).optional(),
      label_id: anyOf(Id).optional(),
      completed: QueryFlag.optional(),
      /** What `GET /cards/summary` counts under these names, at the time of the request. */
      due: anyOf(z.enum(['overdue', 'today', 'tomorrow'])).optional(),
      /** Where a day of `due` begins and ends. */
      time_zone: TimeZone.default('UTC'),
      due_before: TimestampIn.optional(),
      due_after: TimestampIn.optional(),
      completed_after: TimestampIn.optional(),
      updated_since: TimestampIn.optional(),
      /** `due`: the earliest first, cards without a due date last. `updated`: the newest change first. */
      sort: z.enum(['due', 'updated']).default('due'),
    }),
    output: page(PlacedCard),
  }),
  'GET /cards/summary': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'cards.list',
    summary: 'Count the cards that are overdue or due by tomorrow in all open boards',
    input: z.object({
      /** Where a day begins and ends. */
      time_zone: TimeZone.default('UTC'),
      member_id: anyOf(Id).optional(),
    }),
    output: CardSummary,
  }),
  'GET /cards/:card_id': endpoint({
    scope: 'read',
    source: 'public',
    summary: 'Read one card, including archived ones',
    input: z.object({}),
    output: Card,
  }),
  'PATCH /cards/:card_id': endpoint({
    scope: 'write',
    source: 'public',
    summary: 'Change name, dates, labels, members, status or completion',
    input: z.object({ ...cardChange, ...importFields, ...completionTime }),
    output: Card,
  }),
  'POST /cards/:card_id/move': endpoint({
    scope: 'write',
    source: 'public',
    summary: 'Move a card within its list or to another list',
    input: z.object({ ...CardMove.shape, ...importMode }),
    output: Card,
    audit: 'moved',
  }),
  'DELETE /cards/:card_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'cards.delete',
    summary: 'Delete a card; it can be restored for 30 days',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
  }),
  'POST /cards/:card_id/restore': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'cards.delete',
    summary: 'Restore a deleted card to its list and position',
    input: z.object({}),
    output: Card,
    audit: 'restored',
  }),
}
