import { plural } from '#web/messages/plural.ts'

/** What the pages that import a file have in common. */
export const importText = {
  choose: 'Choose a file',
  paste: 'Paste text',
  textOfFile: 'Text of the file',
  readText: 'Use this text',
  pasted: 'Pasted text',
  severalFiles: 'Choose one file at a time.',
  rejectedRecords: (count: number) => plural(count, { one: '# rejected', other: '# rejected' }),
  changes: 'Changed on import',
  unmapped: 'Not imported',
  everything: 'Everything people wrote is imported.',
  fields: (count: number) =>
    plural(count, { one: '# other field of the file', other: '# other fields of the file' }),
  example: (example: string) => `For example ${example}`,
}
