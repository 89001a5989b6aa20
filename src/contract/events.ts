import type { Webhook } from '#contract/developers/webhook-resources.ts'
import type { Enrollment } from '#contract/email/automations.ts'
import type { Campaign } from '#contract/email/campaigns.ts'
import type { Contact } from '#contract/email/contacts.ts'
import type { List } from '#contract/email/lists.ts'
import type { Segment } from '#contract/email/segments.ts'
import type { Entry, Subscriber } from '#contract/feedback/changelog.ts'
import type { Comment } from '#contract/feedback/comments.ts'
import type { Post } from '#contract/feedback/posts.ts'
import type { PortalUser } from '#contract/feedback/users.ts'
import type { Vote } from '#contract/feedback/votes.ts'
import type { Board, BoardList, Label } from '#contract/tasks/boards.ts'
import type { Card } from '#contract/tasks/cards.ts'

interface Deleted {
  readonly id: string
  readonly deleted_at: string
}

/** Fixed by the public API: exactly these five. */
type EventContact = Pick<Contact, 'id' | 'list_id' | 'email_address' | 'status' | 'tags'>

/** Without its URL, which may be a credential. */
interface DisabledWebhook extends Pick<
  Webhook,
  'id' | 'description' | 'disabled_reason' | 'disabled_at'
> {
  readonly host: string
}

/** Every kind of event and its `data`. One fact is one event. */
export interface EventData {
  'board.created': Board
  'board.updated': Board
  'board.archived': Board
  'board.unarchived': Board
  'board.deleted': Deleted
  'board_list.created': BoardList
  'board_list.updated': BoardList
  'board_list.archived': BoardList
  'board_list.deleted': Deleted & { readonly board_id: string }
  'label.created': Label
  'label.updated': Label
  'label.deleted': Deleted & { readonly board_id: string }
  'card.created': Card
  'card.updated': Card
  'card.moved': Card
  'card.completed': Card
  'card.reopened': Card
  'card.archived': Card
  'card.unarchived': Card
  'card.deleted': Deleted & { readonly board_id: string }
  'card.restored': Card
  'list.created': List
  'list.updated': List
  'list.archived': List
  'list.unarchived': List
  'list.deleted': Deleted
  'segment.created': Segment
  'segment.updated': Segment
  'segment.deleted': Deleted & { readonly list_id: string }
  'campaign.created': Campaign
  'campaign.updated': Campaign
  'campaign.scheduled': Campaign
  'campaign.sending': Campaign
  'campaign.sent': Campaign
  'campaign.paused': Campaign
  'campaign.cancelled': Campaign
  'campaign.failed': Campaign
  'campaign.deleted': Deleted
  'automation.enrolled': Enrollment
  'automation.completed': Enrollment
  'contact.created': EventContact
  'contact.updated': EventContact
  'contact.subscribed': EventContact
  'contact.unsubscribed': EventContact
  'contact.bounced': EventContact
  'contact.complained': EventContact
  'contact.deleted': Deleted & { readonly list_id: string }
  'post.created': Post
  'post.updated': Post
  'post.status_changed': Post
  'post.deleted': Deleted & { readonly board_id: string }
  'post.restored': Post
  'post.merged': Post
  'vote.created': Vote
  'vote.deleted': Deleted & { readonly post_id: string; readonly user_id: string }
  'comment.created': Comment
  'comment.updated': Comment
  'comment.deleted': Deleted & { readonly post_id: string }
  'comment.internal_created': Comment
  'comment.internal_updated': Comment
  'comment.internal_deleted': Deleted & { readonly post_id: string }
  'portal_user.created': PortalUser
  'portal_user.updated': PortalUser
  'portal_user.deleted': Deleted & { readonly merged_into_id: string | null }
  'changelog.created': Entry
  'changelog.updated': Entry
  'changelog.scheduled': Entry
  'changelog.published': Entry
  'changelog.unpublished': Entry
  'changelog.deleted': Deleted
  'changelog_subscriber.created': Subscriber
  'changelog_subscriber.updated': Subscriber
  'changelog_subscriber.deleted': Deleted
  'settings.changed': { readonly type: string; readonly id: string; readonly action: string }
  'webhook.disabled': DisabledWebhook
  /** Sent by a test button to one webhook alone, never part of the feed. */
  'webhook.test': { readonly webhook_id: string; readonly message: string }
}

export type EventKind = keyof EventData

/** Internal notes: sent only to receivers that name the kind; `*` does not include them. */
export const isInternal = (kind: EventKind): boolean => kind.startsWith('comment.internal_')

/** The difference by field, on the kinds that report a change. */
export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>
