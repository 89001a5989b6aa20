import type { ResponseBody, ResponseItem } from '#contract/endpoints.ts'

// What a client reads, derived from the endpoint definitions: a field that the public API does not name is optional,
// because a server of the public API alone may omit it.

export type Board = ResponseBody<'GET /boards/:board_id'>
export type BoardList = Board['lists'][number]
export type Label = Board['labels'][number]
/** As a list of cards returns it: the client adds `board_id` where the server omits it. */
export type Card = ResponseItem<'GET /boards/:board_id/cards'>

export type List = ResponseItem<'GET /lists'>
export type Contact = ResponseItem<'GET /lists/:list_id/contacts'>
export type Segment = ResponseItem<'GET /lists/:list_id/segments'>
export type ListTag = ResponseItem<'GET /lists/:list_id/tags'>
export type Automation = ResponseItem<'GET /automations'>
export type Campaign = ResponseItem<'GET /campaigns'>

export type Post = ResponseItem<'GET /feedback/posts'>
export type PortalUser = ResponseItem<'GET /feedback/users'>
export type FeedbackBoard = ResponseItem<'GET /feedback/boards'>
export type PostStatus = ResponseItem<'GET /feedback/statuses'>
export type PostTag = ResponseItem<'GET /feedback/tags'>
export type Comment = ResponseItem<'GET /feedback/posts/:post_id/comments'>
export type ChangelogEntry = ResponseItem<'GET /feedback/changelog/entries'>
export type ChangelogLabel = ResponseItem<'GET /feedback/changelog/labels'>
export type ApiKey = ResponseItem<'GET /api-keys'>
export type View = ResponseItem<'GET /views'>
export type Webhook = ResponseItem<'GET /webhooks'>
export type Subscriber = ResponseItem<'GET /feedback/changelog/subscribers'>
