import type { QueryKey } from '@tanstack/react-query'

import type { FeedbackBoard, PostStatus, PostTag } from '#client/resources.ts'
import { feedbackSetupText } from '#web/messages/en/feedback-setup.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { formatColor, formatFieldValue } from '#web/session/resources/format-field.ts'
import { inList } from '#web/session/resources/places.ts'
import { comparePositions } from '#web/session/resources/positions.rules.ts'
import { defineResource, findInPages, type Resource } from '#web/session/resources/resource.ts'
import type { KeySession } from '#web/session/session.ts'

export interface Items {
  readonly boards: FeedbackBoard
  readonly statuses: PostStatus
  readonly tags: PostTag
}
export type Kind = keyof Items

/** What a person edits of one. */
interface Fields {
  readonly boards: 'name' | 'description' | 'private' | 'archived'
  readonly statuses: 'name' | 'color' | 'category' | 'position' | 'is_default'
  readonly tags: 'name' | 'color'
}
export type Changes<K extends Kind> = Partial<Pick<Items[K], Extract<Fields[K], keyof Items[K]>>>

const reads = {
  boards: 'GET /feedback/boards',
  statuses: 'GET /feedback/statuses',
  tags: 'GET /feedback/tags',
} as const

const keyOf = (kind: Kind): QueryKey => endpointPages(reads[kind], {}).queryKey

/** All of a kind that are loaded. */
export const getItems = <K extends Kind>({ queryClient }: KeySession, kind: K) =>
  queryClient
    .getQueryData<{ readonly pages: readonly { readonly data: readonly Items[K][] }[] }>(
      keyOf(kind),
    )
    ?.pages.flatMap(({ data }) => data) ?? []

const { fields, changes: text } = feedbackSetupText
const name = { label: fields.name, format: formatFieldValue }
const color = { label: fields.color, format: formatColor }

const boards = defineResource<FeedbackBoard, Fields['boards']>({
  kind: 'feedback_board',
  places: [inList(reads.boards, () => true)],
  fields: {
    name,
    description: { label: fields.description, format: formatFieldValue },
    private: { label: fields.visibility, format: text.visibility },
    archived: { label: fields.state, format: text.state },
  },
  title: (item) => item.name,
  label: (board) => text.edited('boards', board.name),
  scope: () => 'feedback-setup:boards',
  save: ({ mutate }, { id: board_id }, changes, options) =>
    mutate('PATCH /feedback/boards/:board_id', { board_id, ...changes }, options),
  read: (session, { id }) => findInPages(session, reads.boards, {}, (one) => one.id === id),
})

const statuses = defineResource<PostStatus, Fields['statuses']>({
  kind: 'post_status',
  places: [inList(reads.statuses, () => true)],
  order: comparePositions,
  fields: {
    name,
    color,
    category: {
      label: fields.category,
      format: (category) =>
        formatFieldValue(feedbackSetupText.categories[category ?? ''] ?? category),
    },
    position: {
      label: fields.position,
      format: (position, { session, item }) => formatPosition(session, item, position),
    },
    is_default: { label: fields.isDefault, format: text.isDefault },
  },
  title: (item) => item.name,
  label: (status) => text.edited('statuses', status.name),
  scope: () => 'feedback-setup:statuses',
  save: ({ mutate }, { id: status_id }, changes, options) =>
    mutate('PATCH /feedback/statuses/:status_id', { status_id, ...changes }, options),
  read: (session, { id }) => findInPages(session, reads.statuses, {}, (one) => one.id === id),
})

/** Where a status with this position is among those that are shown. */
function formatPosition(session: KeySession, { id }: PostStatus, position = 0) {
  const above = getItems(session, 'statuses')
    .toSorted(comparePositions)
    .findLast((other) => other.id !== id && (other.position ?? 0) < position)
  return above ? text.after(above.name) : text.firstPlace
}

const tags = defineResource<PostTag, Fields['tags']>({
  kind: 'post_tag',
  places: [inList(reads.tags, () => true)],
  fields: { name, color },
  title: (item) => item.name,
  label: (tag) => text.edited('tags', tag.name),
  scope: () => 'feedback-setup:tags',
  save: ({ mutate }, { id: tag_id }, changes, options) =>
    mutate('PATCH /feedback/tags/:tag_id', { tag_id, ...changes }, options),
  read: (session, { id }) => findInPages(session, reads.tags, {}, (one) => one.id === id),
})

export const setupResources: {
  readonly [K in Kind]: Resource<Items[K], Extract<Fields[K], keyof Items[K]>>
} = { boards, statuses, tags }
