import { plural } from '#web/messages/plural.ts'

const entries = { one: '# entry', other: '# entries' }

/** Labels of changelog entries. */
export const changelogLabelsText = {
  labels: 'Labels',
  fields: { name: 'name', color: 'color' },
  add: 'Label',
  addHint: 'Add or remove labels',
  find: 'Find a label',
  none: 'No labels yet',
  create: (name: string) => `Create “${name}”`,
  tooMany: (count: number) => `An entry has at most ${count} labels.`,
  manage: 'Edit labels',
  title: 'Changelog labels',
  newName: 'New label',
  name: 'Name',
  addLabel: 'Add label',
  save: 'Save',
  edit: (name: string) => `Edit label ${name}`,
  delete: (name: string) => `Delete label ${name}`,
  deleteTitle: (name: string) => `Delete label ${name}?`,
  deleteFrom: (count: number | undefined) =>
    count === undefined
      ? 'This removes it from all entries that have it.'
      : count === 0
        ? 'No entry has it.'
        : `This removes it from ${plural(count, entries)}.`,
  deleteLabel: 'Delete label',
  nameRequired: 'Enter a name.',
  created: (name: string) => `Created label ${name}`,
  edited: (name: string) => `Edited label ${name}`,
  deleted: (name: string) => `Deleted label ${name}`,
  count: (count: number) => plural(count, entries),
}
