import { audit } from '#contract/developers/audit.ts'
import { events } from '#contract/developers/events.ts'
import { keys } from '#contract/developers/keys.ts'
import { me } from '#contract/developers/me.ts'
import { members } from '#contract/developers/members.ts'
import { views } from '#contract/developers/views.ts'
import { webhooks } from '#contract/developers/webhooks.ts'
import { workspace } from '#contract/developers/workspace.ts'
import { automations } from '#contract/email/automations.ts'
import { campaignDelivery } from '#contract/email/campaign-delivery.ts'
import { campaigns } from '#contract/email/campaigns.ts'
import { contactFiles } from '#contract/email/contact-files.ts'
import { contacts } from '#contract/email/contacts.ts'
import { lists } from '#contract/email/lists.ts'
import { segments } from '#contract/email/segments.ts'
import { suppressions } from '#contract/email/suppressions.ts'
import { tags } from '#contract/email/tags.ts'
import { changelog } from '#contract/feedback/changelog.ts'
import { comments } from '#contract/feedback/comments.ts'
import { merges } from '#contract/feedback/merges.ts'
import { posts } from '#contract/feedback/posts.ts'
import { feedbackSetup } from '#contract/feedback/setup.ts'
import { portalUsers } from '#contract/feedback/users.ts'
import { votes } from '#contract/feedback/votes.ts'
import { search } from '#contract/search.ts'
import { boards } from '#contract/tasks/boards.ts'
import { cardActivity } from '#contract/tasks/card-activity.ts'
import { cardBatch } from '#contract/tasks/card-batch.ts'
import { cards } from '#contract/tasks/cards.ts'
import type { InputOf, OutputOf, ParsedOf, ResponseOf, Row } from './endpoint.ts'

/** Every endpoint of the service. To change the API, change a row here; the compiler lists the rest. */
export const endpoints = {
  ...lists,
  ...tags,
  ...contacts,
  ...contactFiles,
  ...segments,
  ...campaigns,
  ...campaignDelivery,
  ...automations,
  ...suppressions,
  ...boards,
  ...cards,
  ...cardBatch,
  ...cardActivity,
  ...feedbackSetup,
  ...posts,
  ...votes,
  ...comments,
  ...portalUsers,
  ...merges,
  ...changelog,
  ...me,
  ...workspace,
  ...members,
  ...keys,
  ...events,
  ...webhooks,
  ...audit,
  ...views,
  ...search,
}

type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
/** Endpoints whose response is a stream of text instead of JSON. */
export type StreamName = {
  [N in EndpointName]: Endpoints[N] extends { readonly media_types: readonly string[] } ? N : never
}[EndpointName]
export type ReadName = Exclude<Extract<EndpointName, `GET ${string}`>, StreamName>
export type WriteName = Exclude<EndpointName, `GET ${string}`>

/** The input that a caller sends. */
export type Input<N extends EndpointName> = InputOf<N, Endpoints[N]>
/** The input that a verb receives: with defaults, normalized texts and times. */
export type Parsed<N extends EndpointName> = ParsedOf<N, Endpoints[N]>
/** The response of a verb, with every field. */
export type Output<N extends EndpointName> = OutputOf<Endpoints[N]>
/** The response that a client reads: fields that the public API does not name are optional. */
export type ResponseBody<N extends EndpointName> = ResponseOf<N, Endpoints[N]>
/** One item of a list that a client reads. */
export type ResponseItem<N extends EndpointName> =
  ResponseBody<N> extends { data: (infer Item)[] } ? Item : never

/** The rows without their literal types, for code that walks the table. */
export const rows: readonly (readonly [EndpointName, Row])[] = Object.entries(endpoints) as [
  EndpointName, // Object.entries forgets that its keys are the object's own
  Row,
][]
