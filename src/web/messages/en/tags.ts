import { plural } from '#web/messages/plural.ts'

const tags = { one: '# tag', other: '# tags' }
const contacts = { one: '# contact', other: '# contacts' }

/** The tags of a list. */
export const tagsText = {
  title: 'Tags',
  find: 'Find by name',
  caption: (list: string) => `Tags of ${list}`,
  name: 'Tag',
  contacts: 'Contacts',
  created: 'Created',
  count: (count: number) => plural(count, tags),
  matchCount: (count: number, loaded: number) =>
    `${plural(count, { other: '#' })} of ${plural(loaded, tags)}`,
  loadingAll: (count: number) => `Loading… ${plural(count, tags)}`,
  loading: 'Loading tags',
  failed: 'Couldn’t load tags',
  loadMoreFailed: 'Couldn’t load the rest.',
  empty: 'No tags yet',
  emptyDescription: 'Tags that contacts of this list get appear here.',
  noMatches: (text: string) => `No tags match “${text}”`,
  export: 'Export CSV',
  fileName: (list: string, date: string) => `tags of ${list} ${date}.csv`,
  exported: (count: number) => `${plural(count, tags)} exported`,
  actions: (tag: string) => `Actions for ${tag}`,
  copy: 'Copy name',
  copied: (tag: string) => `Copied ${tag}`,
  rename: 'Rename…',
  renameNeedsAll: 'A tag can be renamed once all tags are loaded.',
  renameTitle: 'Rename tag',
  newName: 'Name',
  nameHint: 'The name of another tag merges the two.',
  nameRequired: 'Enter a name.',
  save: 'Rename tag',
  field: 'name',
  nameTaken: (tag: string) => `There is a tag ${tag} again. Undo merges the two.`,
  renamed: (tag: string) => `Renamed tag to ${tag}`,
  delete: 'Delete…',
  deleteTag: 'Delete tag',
  deleteTitle: (tag: string) => `Delete tag ${tag}?`,
  deleteEffect: (count: number | undefined) =>
    count === undefined
      ? 'The tag is removed from its contacts. The contacts stay. You can’t undo this.'
      : `The tag is removed from ${plural(count, contacts)}. The contacts stay. You can’t undo this.`,
  deleted: (tag: string) => `Deleted tag ${tag}`,
  mergeTitle: (from: string, to: string) => `Merge “${from}” into “${to}”?`,
  mergeEffect: (
    from: { name: string; count: number | undefined },
    to: { name: string; count: number | undefined },
  ) => {
    const part = ({ name, count }: typeof from) =>
      count === undefined ? name : `${name} (${plural(count, contacts)})`
    return `${part(from)} becomes part of ${part(to)}. Contacts with both have it once. You can’t undo this.`
  },
  merge: 'Merge tags',
  merged: (from: string, to: string) => `Merged ${from} into ${to}`,
  gone: (tag: string) => `The tag ${tag} no longer exists.`,
}
