import { expect, test } from 'vitest'

import { trelloImporter } from './trello-importer.ts'

const refusal = (file: unknown) => {
  const text = typeof file === 'string' ? file : JSON.stringify(file)
  return trelloImporter()([{ path: 'file.json', name: 'file.json', text }]).then(
    () => 'imported',
    (error: unknown) => String(error),
  )
}
const advice = 'Import the JSON export of a whole board (board menu, Print, export and share).'
const card = { id: 'c', name: 'Buy soil', idList: 'l', idBoard: 'b' }

test.each([
  ['', 'The file is empty.'],
  [' \n ', 'The file is empty.'],
  [
    '// my board\n{}',
    'Line 1 is a comment (// my board), which JSON does not allow. Remove it and try again.',
  ],
  ['\n# a\n{}', 'Line 2 is a comment (# a), which JSON does not allow. Remove it and try again.'],
  [
    '<!DOCTYPE html><p>',
    'Line 1 starts with <!DOCTYPE html><p>: this is a web page, not an export.',
  ],
  ['{"lists": [\n  {"id" 1}\n]}', 'Line 2, column 9: expected a colon, found 1.'],
  [
    '{"lists": [',
    'Line 1, column 12: expected a value or a closing bracket, found the end of the file.',
  ],
  [card, `Expected a board, found a single card ("Buy soil"). ${advice}`],
  [[card, card], `Expected a board, found 2 cards. ${advice}`],
  [
    [{ lists: [], cards: [] }],
    `Expected a board, found an array of 1 board. Import each board from a separate file. ${advice}`,
  ],
  [[], `Expected a board, found an empty array. ${advice}`],
  [
    { boards: [{}] },
    `Expected one board, found several. Import each board from a separate file. ${advice}`,
  ],
  [
    { id: 'x', name: 'To do', idBoard: 'b' },
    `Expected a board, found a single list or label ("To do"). ${advice}`,
  ],
  [{ hello: 1 }, `Expected lists or cards, found the keys hello. ${advice}`],
  ['7', `Expected a board, found 7. ${advice}`],
  [{ lists: {}, cards: [] }, `lists: expected an array, found {}. ${advice}`],
  [
    { name: 'x'.repeat(256), lists: [] },
    "name: the board's name has 256 characters (at most 255).",
  ],
])('the file %j is refused with what it is', async (file, message) => {
  expect(await refusal(file)).toBe(`FileRefused: ${message}`)
})

const sourceFile = (path: string, board: object) => ({
  path,
  name: path.replace(/^.*\//, ''),
  text: JSON.stringify({ name: 'Board', cards: [], lists: [{ id: 'l', name: 'To do' }], ...board }),
})

test('several files are several boards, and two that would be one are refused', async () => {
  const importAll = trelloImporter()
  const ready = await importAll([sourceFile('a/one.json', {}), sourceFile('a/two.json', {})])
  expect(ready.map(({ path }) => path)).toEqual(['a/one.json', 'a/two.json'])
  const same = ['a/one.json', 'b/one.json'].map((path) => sourceFile(path, {}))
  await expect(importAll(same)).rejects.toMatchObject({
    path: 'b/one.json',
    message:
      'The board has no id, and a/one.json has the same name: they would be one board. Rename one of the files.',
  })
  const named = ['a/one.json', 'b/one.json'].map((path) => sourceFile(path, { id: path }))
  expect(await importAll(named)).toHaveLength(2)
})

test('a list that completes its cards may be on some of several boards, and is on one of them', async () => {
  const lists = [{ id: 'd', name: 'Done' }]
  const files = [sourceFile('one.json', {}), sourceFile('two.json', { lists })]
  expect(await trelloImporter({ done_list: 'done' })(files)).toHaveLength(2)
  await expect(trelloImporter({ done_list: 'gone' })(files)).rejects.toThrow(
    'No board has a list "gone" to complete its cards.',
  )
})
