import type { Random } from './random.rules.ts'

const verbs =
  'Write Draft Check Photograph Order Count Proof Plan Send Sort Mend Price Translate Pack'.split(
    ' ',
  )
const things = [
  'the care card',
  'the landing page',
  'three subject lines',
  'the oak tray',
  'the linen aprons',
  'a reading list',
  'the welcome letter',
  'the returns page',
  'the autumn catalogue',
  'forty product photos',
  'the parcel labels',
  'the market stall',
]
const ends = [
  ' in Welsh and English',
  ' before the first mailing',
  ' with the printers',
  ' for the islands',
  ' once more',
  '',
  '',
]
const sentences = [
  'We ran out of string again, so this comes first.',
  'The shed is dry from May to October and damp for the rest of the year.',
  'Nobody has to decide today; by Friday would be kind.',
  'It worked last year with **half** the number of boxes.',
  'Ask Hollis, who has done it before.',
  'The labels peel off in one piece now, which is all we wanted.',
  'Two people wrote about it this week, and both were friendly.',
  'There is a list by the door: please cross out what is done.',
  'The post office takes parcels until four.',
  'If it rains, we move everything indoors.',
]

export const taskName = (random: Random): string =>
  `${random.oneOf(verbs)} ${random.oneOf(things)}${random.oneOf(ends)}`

/** About so many characters of plain prose, in paragraphs. */
export function prose(random: Random, length: number): string {
  let text = ''
  while (text.length < length) {
    const joint = text === '' ? '' : random.chance(0.2) ? '\n\n' : ' '
    text += joint + random.oneOf(sentences)
  }
  return text
}

/** Characters of a text: the median as given, one in twenty much longer. */
export const lengthAround = (random: Random, median: number, most: number): number =>
  Math.min(most, Math.max(20, Math.round(median * Math.exp(random.normal(0, 1.3)))))

const wishes = [
  'Let me choose',
  'Please bring back',
  'A smaller size of',
  'Remind me about',
  'A gift version of',
  'Show the origin of',
  'Bundle prices for',
  'Weekend collection for',
  'Larger print on',
  'A subscription to',
  'Clearer photos of',
  'Plastic-free wrapping for',
]
const goods = [
  'the winter blend',
  'the oak tray',
  'linen aprons',
  'dried hydrangeas',
  'the wreath kit',
  'refill pouches',
  'the seed box',
  'brewing cards',
  'the meadow bunch',
  'tea towels',
  'the market stall',
  'workshop places',
  'the care card',
  'letterbox flowers',
]
const reasons = [
  '',
  '',
  ' in summer',
  ' for schools',
  ' on my phone',
  ' for two households',
  ' without an account',
  ' at the stall',
]

export const wish = (random: Random): string =>
  `${random.oneOf(wishes)} ${random.oneOf(goods)}${random.oneOf(reasons)}`

export const newsOf = (random: Random): string =>
  random.oneOf([
    `${capital(random.oneOf(goods))}: easier to find`,
    `New in the shop: ${random.oneOf(goods)}`,
    `We mended ${random.oneOf(things)}`,
    `Better photos of ${random.oneOf(goods)}`,
    `${capital(random.oneOf(goods))}, now by post`,
  ])

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
