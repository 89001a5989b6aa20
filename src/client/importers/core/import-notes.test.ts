import { expect, test } from 'vitest'

import { formatNote, type Note } from './import-notes.ts'

test('a note of a later version is a sentence too', () => {
  for (const code of ['of_later', 'constructor']) {
    // As a service reads it that was downgraded.
    const note = { code, params: {} } as unknown as Note
    expect(formatNote(note)).toBe(`changed in another way (${code})`)
  }
})
