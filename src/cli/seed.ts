import { writeFileSync } from 'node:fs'

import { type Command, type Given, UsageError } from './command.ts'
import { trelloBoard } from './seed-board.ts'

export const seed: Command = {
  words: 'seed',
  about:
    'Writes a board of any size in the form of a Trello export; the same numbers give the same file.',
  options: {
    trello: { value: 'FILE', required: true, about: 'where to write it' },
    cards: { value: 'N', required: true, about: 'how many cards, 1 to 1,000,000' },
    lists: { value: 'N', about: 'over how many lists, 1 to 500 (10)' },
    seed: { value: 'N', about: 'another number gives another board (1)' },
  },
  async run(given) {
    const file = given.text('trello') ?? ''
    const sizes = {
      cards: wholeNumber(given, 'cards', 1_000_000, 0),
      lists: wholeNumber(given, 'lists', 500, 10),
      seed: wholeNumber(given, 'seed', 1_000_000_000, 1),
    }
    writeFileSync(file, `${JSON.stringify(trelloBoard(sizes))}\n`)
    process.stdout.write(`${file}: ${sizes.cards} cards in ${sizes.lists} lists.\n`)
    return 0
  },
}

function wholeNumber(given: Given, option: string, most: number, otherwise: number): number {
  const text = given.text(option)
  if (text === undefined) return otherwise
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= 1 && number <= most) return number
  throw new UsageError(`--${option} is a whole number from 1 to ${most.toLocaleString('en')}.`)
}
