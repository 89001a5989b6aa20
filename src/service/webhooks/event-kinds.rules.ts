import type { EventKind } from '#contract/events.ts'

type Resource<Kind = EventKind> = Kind extends `${infer Name}.${string}` ? Name : never

interface EventKindDescription {
  readonly kind: EventKind
  readonly group: string
  readonly summary: string
}

const groups: Record<Resource, string> = {
  board: 'Boards',
  board_list: 'Board lists',
  label: 'Labels',
  card: 'Cards',
  list: 'Lists',
  segment: 'Segments',
  campaign: 'Campaigns',
  automation: 'Automations',
  contact: 'Contacts',
  post: 'Posts',
  vote: 'Votes',
  comment: 'Comments',
  portal_user: 'People',
  changelog: 'Changelog',
  changelog_subscriber: 'Changelog subscribers',
  settings: 'Workspace',
  webhook: 'Webhooks',
}

/** In the order of `eventKinds`, which rules cannot import; a test compares them. */
const summaries: Record<EventKind, string> = {
  'board.created': 'A board was created.',
  'board.updated': 'The name or description of a board changed.',
  'board.archived': 'A board was archived.',
  'board.unarchived': 'A board was reopened.',
  'board.deleted': 'A board was deleted with its cards.',
  'board_list.created': 'A list was added to a board.',
  'board_list.updated': 'The name, position or limit of a board list changed.',
  'board_list.archived': 'A board list was archived.',
  'board_list.deleted': 'A board list was deleted.',
  'label.created': 'A label was added to a board.',
  'label.updated': 'The name or color of a label changed.',
  'label.deleted': 'A label was deleted and removed from its cards.',
  'card.created': 'A card was created.',
  'card.updated': 'The name, description, dates, labels or members of a card changed.',
  'card.moved': 'A card was moved in its list or to another one.',
  'card.completed': 'A card was marked as done.',
  'card.reopened': 'A card that was done was reopened.',
  'card.archived': 'A card was archived.',
  'card.unarchived': 'An archived card was restored to its board.',
  'card.deleted': 'A card was deleted.',
  'card.restored': 'A deleted card was restored.',
  'list.created': 'A list of contacts was created.',
  'list.updated': 'The name, description or opt-in of a list changed.',
  'list.archived': 'A list of contacts was archived.',
  'list.unarchived': 'An archived list of contacts was restored.',
  'list.deleted': 'A list was deleted with its contacts.',
  'segment.created': 'A segment was created.',
  'segment.updated': 'The name or filter of a segment changed.',
  'segment.deleted': 'A segment was deleted. Its contacts are kept.',
  'campaign.created': 'A campaign was created.',
  'campaign.updated': 'The content, sender or audience of a campaign changed.',
  'campaign.scheduled': 'A campaign was scheduled.',
  'campaign.sending': 'A campaign started sending.',
  'campaign.sent': 'A campaign was sent to all recipients.',
  'campaign.paused': 'A campaign was paused.',
  'campaign.cancelled': 'A campaign was canceled.',
  'campaign.failed': 'A campaign could not be sent.',
  'campaign.deleted': 'A campaign was deleted.',
  'automation.enrolled': 'A contact was enrolled in an automation.',
  'automation.completed': 'A contact completed an automation.',
  'contact.created': 'A contact was added to a list.',
  'contact.updated': 'The address, status, tags or fields of a contact changed.',
  'contact.subscribed': 'A contact subscribed to a list.',
  'contact.unsubscribed': 'A contact unsubscribed from a list.',
  'contact.bounced': 'Email to a contact bounced permanently.',
  'contact.complained': 'A contact reported an email as spam.',
  'contact.deleted': 'A contact was deleted from a list.',
  'post.created': 'A post was created.',
  'post.updated': 'The title, details, tags, owner or ETA of a post changed.',
  'post.status_changed': 'The status of a post changed.',
  'post.deleted': 'A post was deleted.',
  'post.restored': 'A deleted post was restored.',
  'post.merged': 'A post was merged into another.',
  'vote.created': 'A person voted for a post.',
  'vote.deleted': 'A vote for a post was removed.',
  'comment.created': 'A public comment was added to a post.',
  'comment.updated': 'The text of a public comment changed.',
  'comment.deleted': 'A public comment was deleted.',
  'comment.internal_created': 'An internal note was added to a post.',
  'comment.internal_updated': 'The text of an internal note changed.',
  'comment.internal_deleted': 'An internal note was deleted.',
  'portal_user.created': 'A person was added.',
  'portal_user.updated': 'The name, avatar, identifiers or attributes of a person changed.',
  'portal_user.deleted': 'A person was erased, or merged into another.',
  'changelog.created': 'A changelog entry was created.',
  'changelog.updated': 'The content of a changelog entry changed, or its schedule was removed.',
  'changelog.scheduled': 'A changelog entry was scheduled.',
  'changelog.published': 'A changelog entry was published.',
  'changelog.unpublished': 'A changelog entry was turned back into a draft.',
  'changelog.deleted': 'A changelog entry was deleted.',
  'changelog_subscriber.created': 'A subscriber was added to the changelog.',
  'changelog_subscriber.updated': 'The status of a changelog subscriber changed.',
  'changelog_subscriber.deleted': 'A changelog subscriber was removed.',
  'settings.changed': 'A setting changed, such as members, API keys, tags or automations.',
  'webhook.disabled': 'A webhook was disabled because its receiver failed or is gone.',
  'webhook.test': 'A test was sent to one webhook. No other webhook receives it.',
}

/** In the order of `eventKinds`, where the kinds of a group are neighbors. */
export const describeEventKinds = (): EventKindDescription[] =>
  // The keys are exactly the kinds, by the type of the record.
  (Object.keys(summaries) as EventKind[]).map((kind) => ({
    kind,
    group: groupOf(kind),
    summary: summaries[kind],
  }))

function groupOf(kind: EventKind): string {
  // A group of their own, because each of them must be subscribed by name.
  if (kind.startsWith('comment.internal_')) return 'Internal notes'
  const [resource] = kind.split('.')
  return groups[resource as Resource]
}
