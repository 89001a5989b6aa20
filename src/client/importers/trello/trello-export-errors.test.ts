import { expect, test } from 'vitest'

import { trelloImporter } from './trello-importer.ts'

const refusal = (file: unknown) => {
  const text = typeof file === 'string' ? file : JSON.stringify(file)
  return trelloImporter([{ path: 'file.json', name: 'file.json', text }]).then(
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
    'Line 1 is a comment (// my board), and JSON has none. Remove it and try again.',
  ],
  ['\n# a\n{}', 'Line 2 is a comment (# a), and JSON has none. Remove it and try again.'],
  [
    '<!DOCTYPE html><p>',
    'Line 1 begins with <!DOCTYPE html><p>: this is a web page, not an export.',
  ],
  ['{"lists": [\n  {"id" 1}\n]}', 'Line 2, column 9: expected a colon, found 1.'],
  [
    '{"lists": [',
    'Line 1, column 12: expected a value or a closing bracket, found the end of the file.',
  ],
  [card, `This file holds a single card ("Buy soil") and no board. ${advice}`],
  [[card, card], `This file holds 2 cards and no board. ${advice}`],
  [
    [{ lists: [], cards: [] }],
    `This file holds 1 board in an array; each board is imported from a file of its own. ${advice}`,
  ],
  [[], `This file holds an empty array and no board. ${advice}`],
  [
    { boards: [{}] },
    `This file holds several boards; each board is imported from a file of its own. ${advice}`,
  ],
  [
    { id: 'x', name: 'To do', idBoard: 'b' },
    `This file holds a single list or label ("To do") and no board. ${advice}`,
  ],
  [
    { hello: 1 },
    `This is not a Trello board: it has neither lists nor cards, but hello. ${advice}`,
  ],
  ['7', `This file holds 7 and no board. ${advice}`],
  [{ lists: {}, cards: [] }, `lists: expected an array, found {}. ${advice}`],
  [
    { name: 'x'.repeat(256), lists: [] },
    "name: the board's name has 256 characters, more than 255.",
  ],
])('the file %j is refused with what it is', async (file, message) => {
  expect(await refusal(file)).toBe(`FileRefused: ${message}`)
})
