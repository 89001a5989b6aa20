import { z } from 'zod'

import { WorkspaceMember } from '#contract/developers/workspace.ts'
import { documented } from '#contract/documented.ts'
import { endpoint } from '#contract/endpoint.ts'
import { byReference, importFields } from '#contract/import-mode.ts'
import {
  Color,
  Id,
  line,
  name as nameOf,
  page,
  pageQuery,
  QueryFlag,
  text,
  Timestamp,
} from '#contract/primitives.ts'

export const BoardList = documented(
  z.object({
    id: Id,
    board_id: Id,
    name: z.string(),
    position: z.number(),
    completes_cards: z.boolean(),
    card_count: z.int(),
    archived: z.boolean(),
    wip_limit: z.int().nullable(),
    external_ref: z.string().nullable(),
    version: z.string(),
  }),
  ['id', 'name'],
)
export type BoardList = z.infer<typeof BoardList>

export const Label = documented(
  z.object({
    id: Id,
    board_id: Id,
    /** Empty for an unnamed label. */
    name: z.string(),
    color: z.string(),
    external_ref: z.string().nullable(),
    version: z.string(),
  }),
  ['id', 'name', 'color'],
)
export type Label = z.infer<typeof Label>

export const Board = documented(
  z.object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    lists: z.array(BoardList),
    labels: z.array(Label),
    archived: z.boolean(),
    archived_at: Timestamp.nullable(),
    card_count: z.int(),
    external_ref: z.string().nullable(),
    version: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
  ['id', 'name', 'lists', 'labels'],
)
export type Board = z.infer<typeof Board>

const wipLimit = z.int().min(1).max(10_000).nullable()
const name = nameOf(255)

const BoardListDraft = z.object({
  name,
  completes_cards: z.boolean().optional(),
  wip_limit: wipLimit.optional(),
})
const LabelDraft = z.object({ name: line(0, 255).optional(), color: Color.nullable().optional() })

export const boards = {
  'GET /boards': endpoint({
    scope: 'read',
    source: 'public',
    summary: 'List the open boards, or with archived=true the archived ones',
    input: z.object({
      ...pageQuery,
      archived: QueryFlag.optional(),
      ...byReference,
    }),
    output: page(Board),
  }),
  'GET /boards/:board_id': endpoint({
    scope: 'read',
    source: 'public',
    summary: 'Read one board with its lists and labels',
    input: z.object({}),
    output: Board,
  }),
  'POST /boards': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'boards.write',
    summary: 'Create a board, optionally with its first lists and labels',
    input: z.object({
      name,
      description: text(50_000).nullable().optional(),
      archived: z.boolean().optional(),
      lists: z.array(BoardListDraft).max(500).optional(),
      labels: z.array(LabelDraft).max(1000).optional(),
      ...importFields,
    }),
    output: Board,
    status: 201,
    location: '/boards/:id',
  }),
  'PATCH /boards/:board_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'boards.write',
    summary: 'Rename, describe, archive or reopen a board',
    input: z.object({
      name: name.optional(),
      description: text(50_000).nullable().optional(),
      archived: z.boolean().optional(),
      ...importFields,
    }),
    output: Board,
  }),
  'DELETE /boards/:board_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'boards.write',
    summary: 'Delete an archived board with all its cards',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
  }),
  'GET /boards/:board_id/members': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'members.list',
    summary: 'List the members who are assigned to open cards of a board',
    input: z.object({ ...pageQuery }),
    output: page(WorkspaceMember),
  }),
  'GET /boards/:board_id/lists': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'boards.write',
    summary: 'List the lists of a board, or with archived=true its archived lists',
    input: z.object({ ...pageQuery, archived: QueryFlag.optional() }),
    output: page(BoardList),
  }),
  'POST /boards/:board_id/lists': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'boards.write',
    summary: 'Add a list to a board, at its end or after another list',
    input: z.object({
      ...BoardListDraft.shape,
      archived: z.boolean().optional(),
      after_list_id: Id.nullable().optional(),
      ...importFields,
    }),
    output: BoardList,
    status: 201,
  }),
  'PATCH /boards/:board_id/lists/:list_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'boards.write',
    summary: 'Rename, move, limit or archive a list, or set whether it completes cards',
    input: z.object({
      name: name.optional(),
      completes_cards: z.boolean().optional(),
      wip_limit: wipLimit.optional(),
      archived: z.boolean().optional(),
      after_list_id: Id.nullable().optional(),
      ...importFields,
    }),
    output: BoardList,
  }),
  'DELETE /boards/:board_id/lists/:list_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'boards.write',
    summary: 'Delete an empty list, or move its cards to another list first',
    input: z.object({ move_cards_to: Id.optional() }),
    output: z.undefined(),
    status: 204,
  }),
  'POST /boards/:board_id/labels': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'boards.write',
    summary: 'Add a label to a board',
    input: z.object({ ...LabelDraft.shape, ...importFields }),
    output: Label,
    status: 201,
  }),
  'PATCH /boards/:board_id/labels/:label_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'boards.write',
    summary: 'Rename or recolor a label',
    input: z.object({ ...LabelDraft.shape, ...importFields }),
    output: Label,
  }),
  'DELETE /boards/:board_id/labels/:label_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'boards.write',
    summary: 'Delete a label and remove it from its cards',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
  }),
}
