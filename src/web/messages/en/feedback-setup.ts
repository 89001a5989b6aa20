import { plural } from '#web/messages/plural.ts'

const posts = { one: '# post', other: '# posts' }

const kinds = {
  boards: {
    tab: 'Boards',
    noun: 'board',
    create: 'New board',
    description:
      'Where people post. A private board is for your team; an archived one takes no posts.',
    loading: 'Loading boards',
    failed: 'Couldn’t load boards',
    empty: 'No boards yet',
    emptyDescription: 'People choose a board when they write a post.',
  },
  statuses: {
    tab: 'Statuses',
    noun: 'status',
    create: 'New status',
    description: 'What happens to a post, in this order. New posts get the default status.',
    loading: 'Loading statuses',
    failed: 'Couldn’t load statuses',
    empty: 'No statuses yet',
    emptyDescription: 'A status tells people what happens to a post.',
  },
  tags: {
    tab: 'Tags',
    noun: 'tag',
    create: 'New tag',
    description: 'Tags group posts by topic, across boards.',
    loading: 'Loading tags',
    failed: 'Couldn’t load tags',
    empty: 'No tags yet',
    emptyDescription: 'Tags group posts by topic. You can also create one on a post.',
  },
}

type Kind = keyof typeof kinds
interface Counted {
  readonly name: string
  readonly count: number | undefined
}

const those = {
  boards: (count: string) => `${count} on this board`,
  statuses: (count: string) => `${count} with this status`,
}

/** Feedback boards, and the statuses and tags of posts. */
export const feedbackSetupText = {
  title: 'Boards, statuses and tags',
  posts: 'Posts',
  kinds,
  tabs: 'What to edit',
  readOnly: 'You have read-only access.',
  onServer: 'Boards, statuses and tags are set up on the server.',
  loadMoreFailed: 'Couldn’t load the rest.',
  find: 'Find by name',
  noMatches: (text: string) => `No tags match “${text}”`,
  clearSearch: 'Clear search',
  more: (count: number) => `Show ${plural(count, { other: '# more' })}`,
  archived: 'Archived',
  private: 'Private',
  isDefault: 'Default',
  count: (count: number) => plural(count, posts),
  countOf: (count: number, name: string) => `${plural(count, posts)}: ${name}`,
  categories: { open: 'Open', active: 'Active', done: 'Done', closed: 'Closed' } as Partial<
    Record<string, string>
  >,
  move: (name: string) => `Move ${name}`,
  moveHint: 'Drag, or press the up or down arrow key.',
  moved: (name: string, position: number, count: number) =>
    `Moved ${name} to position ${position} of ${count}`,
  actions: (name: string) => `Actions for ${name}`,
  edit: (name: string) => `Edit ${name}`,
  menu: {
    edit: 'Edit…',
    default: 'Set as default',
    up: 'Move up',
    down: 'Move down',
    hide: 'Make private',
    publish: 'Make public',
    archive: 'Archive',
    restore: 'Restore',
    delete: 'Delete…',
    deleteDefault: 'New posts get this status. Set another default first.',
  },
  fields: {
    name: 'name',
    color: 'color',
    description: 'description',
    visibility: 'visibility',
    state: 'state',
    category: 'category',
    position: 'position',
    isDefault: 'default',
  },
  changes: {
    created: (kind: Kind, name: string) => `Created ${kinds[kind].noun} ${name}`,
    edited: (kind: Kind, name: string) => `Edited ${kinds[kind].noun} ${name}`,
    moved: (name: string) => `Moved ${name}`,
    default: (name: string) => `Set ${name} as the default`,
    private: (name: string) => `${name} is private`,
    public: (name: string) => `${name} is public`,
    archived: (name: string) => `Archived ${name}`,
    restored: (name: string) => `Restored ${name}`,
    deleted: (kind: Kind, name: string) => `Deleted ${kinds[kind].noun} ${name}`,
    reassigned: (kind: Kind, name: string, target: string) =>
      `Deleted ${kinds[kind].noun} ${name}. Its posts moved to ${target}.`,
    gone: (kind: Kind, name: string) => `The ${kinds[kind].noun} ${name} no longer exists.`,
    otherDefault: (name: string) => `The default is ${name} now.`,
    movedSince: 'The order has changed since.',
    visibility: (isPrivate?: boolean) => (isPrivate ? 'private' : 'public'),
    state: (isArchived?: boolean) => (isArchived ? 'archived' : 'open'),
    after: (status: string) => `after ${status}`,
    firstPlace: 'the first place',
    isDefault: (isDefault?: boolean) => (isDefault ? 'the default' : 'not the default'),
  },
  form: {
    editTitle: (kind: Kind, name: string) => `Edit ${kinds[kind].noun} ${name}`,
    name: 'Name',
    nameRequired: 'Enter a name.',
    nameTaken: (kind: Kind) => `Another ${kinds[kind].noun} has this name.`,
    description: 'Description',
    descriptionHint: 'Optional. People see it on the board.',
    private: 'Private',
    privateHint: 'Only your team sees its posts.',
    category: 'Category',
    categoryHints: {
      open: 'Waiting for a decision',
      active: 'Being worked on',
      done: 'Shipped',
      closed: 'Won’t be done',
    },
    create: (kind: Kind) => `Create ${kinds[kind].noun}`,
    save: 'Save',
  },
  deletion: {
    title: (kind: Kind, name: string) => `Delete ${kinds[kind].noun} ${name}?`,
    action: (kind: Kind) => `Delete ${kinds[kind].noun}`,
    permanent: 'You can’t undo this.',
    none: {
      boards: 'No posts are on it.',
      statuses: 'No posts have it.',
      tags: 'No posts have it.',
    },
    tag: (count: number | undefined) =>
      count === undefined
        ? 'This removes it from its posts. The posts stay.'
        : `This removes it from ${plural(count, posts)}. The posts stay.`,
    target: (kind: 'boards' | 'statuses', count: number) =>
      `Move ${those[kind](plural(count, posts))} to`,
    hiddenTarget: (kind: 'boards' | 'statuses') => `Move ${those[kind]('deleted posts')} to`,
    hidden: 'Deleted posts still use it, and they can be restored. Choose where they move.',
    chooseTarget: { boards: 'Choose a board', statuses: 'Choose a status' },
    noTarget: {
      boards: 'It has posts. Create another board for them first.',
      statuses: 'It has posts. Create another status for them first.',
    },
    counted: ({ name, count }: Counted) =>
      count === undefined ? name : `${name} (${plural(count, posts)})`,
  },
}
