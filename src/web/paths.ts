const encode = encodeURIComponent

const contactsOf = (list_id: string, segment_id: string | undefined) =>
  `/email/lists/${encode(list_id)}${segment_id === undefined ? '' : `/segments/${encode(segment_id)}`}`

/** Every address of the dashboard. */
export const paths = {
  overview: () => '/',
  signIn: (next?: string) => (next && next !== '/' ? `/sign-in?next=${encode(next)}` : '/sign-in'),
  /** On a phone: search, connections, appearance and help. */
  more: () => '/more',
  lists: (show: 'open' | 'archived' = 'open') =>
    show === 'archived' ? '/email/lists?archived=true' : '/email/lists',
  /** Its contacts. */
  list: (list_id: string) => `/email/lists/${encode(list_id)}`,
  /** Its contacts with one tag, which may contain commas. */
  taggedContacts: (list_id: string, tag: string) =>
    `/email/lists/${encode(list_id)}?tag=${encode(tag)}`,
  /** The contacts of a list or of one of its segments, with a contact open. */
  contact: (list_id: string, contact_id: string, segment_id?: string) =>
    `${contactsOf(list_id, segment_id)}/contacts/${encode(contact_id)}`,
  /** The same with an empty contact; the server's contact ids never look like it. */
  newContact: (list_id: string, segment_id?: string) =>
    `${contactsOf(list_id, segment_id)}/contacts/new`,
  segment: (list_id: string, segment_id: string) => contactsOf(list_id, segment_id),
  listSegments: (list_id: string) => `/email/lists/${encode(list_id)}/segments`,
  listTags: (list_id: string) => `/email/lists/${encode(list_id)}/tags`,
  importContacts: (list_id: string) => `/email/lists/${encode(list_id)}/import`,
  campaigns: (status?: string) =>
    status ? `/email/campaigns?status=${encode(status)}` : '/email/campaigns',
  /** Its report. */
  campaign: (campaign_id: string) => `/email/campaigns/${encode(campaign_id)}`,
  /** Side by side, in this order. */
  compareCampaigns: (ids: readonly string[]) =>
    `/email/campaigns/compare${ids.length > 0 ? `?ids=${ids.map(encode).join(',')}` : ''}`,
  automations: () => '/email/automations',
  /** The same with one automation open. */
  automation: (automation_id: string) => `/email/automations/${encode(automation_id)}`,
  changelog: (tab?: 'scheduled' | 'published') => (tab ? `/changelog?tab=${tab}` : '/changelog'),
  /** The list beside an empty editor; the server's entry ids never look like it. */
  newEntry: () => '/changelog/new',
  subscribers: () => '/changelog/subscribers',
  /** The list of the entry's state with the entry open. */
  entry: (entry_id: string) => `/changelog/${encode(entry_id)}`,
  /** The same with the panel that publishes it. */
  publishEntry: (entry_id: string) => `/changelog/${encode(entry_id)}?publish=true`,
  /** Portal users. */
  people: () => '/feedback/users',
  /** The same with one of them open. */
  person: (user_id: string) => `/feedback/users/${encode(user_id)}`,
  /** `search` is the filter of the list, which stays beside an open post. */
  posts: (search = '') => `/feedback/posts${search}`,
  /** The posts of a board, status, tag or person. */
  filteredPosts: (
    filter: 'board' | 'status' | 'tag' | 'author' | 'voter' | 'commenter',
    value: string,
  ) => `/feedback/posts?${filter}=${encode(value)}`,
  post: (post_id: string, search = '') => `/feedback/posts/${encode(post_id)}${search}`,
  /** The list beside an empty post; the server's post ids never look like it. */
  newPost: (search = '') => `/feedback/posts/new${search}`,
  /** Feedback boards, or the statuses or tags of posts; the server's post ids never look like it. */
  feedbackSetup: (tab?: 'statuses' | 'tags') =>
    tab ? `/feedback/posts/setup?tab=${tab}` : '/feedback/posts/setup',
  boards: (show: 'open' | 'archived' = 'open') =>
    show === 'archived' ? '/boards?archived=true' : '/boards',
  /** Imports a Trello export; the server's board ids never look like it. */
  importBoard: () => '/boards/import',
  board: (board_id: string) => `/boards/${encode(board_id)}`,
  /** The cards of all boards that are not done, or those of them that are due then. */
  cards: (due?: 'overdue' | 'today' | 'tomorrow') => (due ? `/cards?due=${due}` : '/cards'),
  /** A card whose board is unknown; it goes on to the address below. */
  cardById: (card_id: string) => `/cards/${encode(card_id)}`,
  /** The board with one card open. */
  card: (board_id: string, card_id: string) =>
    `/boards/${encode(board_id)}/cards/${encode(card_id)}`,
  /** Every page of the developers area begins with it. */
  developers: () => '/developers',
  keys: () => '/developers/keys',
  webhooks: () => '/developers/webhooks',
  /** Its deliveries, or another of its tabs. */
  webhook: (webhook_id: string, tab?: 'settings' | 'secret') =>
    `/developers/webhooks/${encode(webhook_id)}${tab ? `/${tab}` : ''}`,
  /** Its deliveries with one of them open. */
  delivery: (webhook_id: string, delivery_id: string) =>
    `/developers/webhooks/${encode(webhook_id)}/deliveries/${encode(delivery_id)}`,
  /** Checks the signature of a webhook in the browser; any server has it. */
  verify: () => '/developers/verify',
  guides: () => '/developers/guides',
  guide: (slug: string) => `/developers/guides/${encode(slug)}`,
  /** The change feed. */
  events: () => '/developers/events',
  /** What each key did. */
  audit: () => '/developers/audit',
  /** The endpoints of the server, or of the public API. */
  reference: () => '/developers/reference',
}
