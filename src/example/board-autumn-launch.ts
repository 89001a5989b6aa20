import type { ExampleBoard, ExampleCard } from './example-board.ts'

const lists = [
  { name: 'Ideas' },
  { name: 'Ready' },
  { name: 'Doing', wip_limit: 5 },
  { name: 'Review' },
  { name: 'Done', completes_cards: true },
] as const

const labels = [
  { name: 'Copy', color: 'teal' },
  { name: 'Design', color: 'purple' },
  { name: 'Email', color: 'blue' },
  { name: 'Idea', color: 'amber' },
  { name: 'Partner', color: 'pink' },
  { name: 'Shop', color: 'orange' },
] as const

const heroText = `The page opens with the drying shed at first light.

- one sentence, no more than twelve words
- the button says **See the catalogue**
- nothing about discounts above the fold`

const segmentText = `Everybody who bought at least once in the last 18 months and has not unsubscribed.

Count it twice: once by order date, once by delivery date. The difference is returns.`

const careText = `Linen, wool and oak each get a side. The printer needs both languages in one file.`

const cards: readonly ExampleCard[] = [
  {
    list: 'Ideas',
    name: 'Postcard inserts for the first 500 orders',
    labels: ['Idea'],
    people: ['Mara Petit'],
  },
  { list: 'Ideas', name: 'Ask Hollis Pottery about a joint giveaway', labels: ['Partner'] },
  {
    list: 'Ideas',
    name: 'Short film: a day at the drying shed',
    labels: ['Idea', 'Design'],
    due: 21,
  },
  {
    list: 'Ideas',
    name: 'Refill station map for the shop page',
    labels: ['Shop'],
    post: 'Refill pouches for every blend',
  },
  {
    list: 'Ideas',
    name: 'Interview the Tywi valley growers',
    labels: ['Copy', 'Partner'],
    people: ['Elin Morgan'],
  },
  { list: 'Ideas', name: 'Gift notes in braille, cost and supplier', labels: ['Idea'] },
  { list: 'Ideas', name: 'A reading list with every winter order', labels: ['Idea', 'Copy'] },
  {
    list: 'Ideas',
    name: 'Lend sample trays to cafés along the coast path',
    labels: ['Partner', 'Shop'],
  },
  {
    list: 'Ideas',
    name: 'Seed swap evening in the packing room',
    labels: ['Idea'],
    people: ['Mara Petit', 'Sol Okoro'],
  },
  {
    list: 'Ready',
    name: 'Photograph the seed library in morning light',
    labels: ['Design'],
    people: ['Sol Okoro'],
    due: 1,
  },
  {
    list: 'Ready',
    name: 'Write three subject lines for the launch email',
    labels: ['Copy'],
    people: ['Elin Morgan'],
    due: 3,
  },
  {
    list: 'Ready',
    name: 'Proof the care card in Welsh and English',
    labels: ['Copy'],
    people: ['Rhys Lloyd'],
    due: 7,
    description: careText,
  },
  { list: 'Ready', name: 'Price check: oak tray, large', labels: ['Shop'], due: 10 },
  {
    list: 'Ready',
    name: 'Alt text for all forty product photos',
    labels: ['Copy'],
    people: ['Rhys Lloyd', 'Jude Tan'],
    due: 12,
  },
  {
    list: 'Ready',
    name: 'Restock forecast for linen aprons',
    labels: ['Shop'],
    people: ['Kit Nakamura'],
    due: 14,
  },
  { list: 'Ready', name: 'Choose two reviews for the product page', labels: ['Copy'] },
  {
    list: 'Doing',
    name: 'Landing page hero and opening paragraph',
    labels: ['Copy', 'Design'],
    people: ['Jude Tan', 'Elin Morgan'],
    due: -2,
    description: heroText,
  },
  {
    list: 'Doing',
    name: 'Segment: bought in the last 18 months',
    labels: ['Email'],
    people: ['Kit Nakamura'],
    due: 0,
    description: segmentText,
  },
  {
    list: 'Doing',
    name: 'Cut the product film to 20 seconds',
    labels: ['Design'],
    people: ['Sol Okoro'],
    due: 5,
  },
  {
    list: 'Doing',
    name: 'Delivery dates for the islands',
    labels: ['Shop'],
    people: ['Mara Petit'],
    due: 6,
  },
  {
    list: 'Review',
    name: 'Autumn welcome automation, email 2',
    labels: ['Email', 'Copy'],
    people: ['Elin Morgan', 'Kit Nakamura'],
    due: 4,
  },
  {
    list: 'Review',
    name: 'Returns page, plain-language edit',
    labels: ['Copy'],
    people: ['Rhys Lloyd'],
    due: 6,
  },
  {
    list: 'Review',
    name: 'Shop banner, three sizes',
    labels: ['Design', 'Shop'],
    people: ['Sol Okoro'],
    due: 0,
  },
  {
    list: 'Review',
    name: 'Privacy notice wording for the refill form',
    labels: ['Copy'],
    post: 'Refill pouches for every blend',
  },
  {
    list: 'Done',
    name: 'Choose the paper for the catalogue',
    labels: ['Design'],
    people: ['Sol Okoro'],
    due: -4,
  },
  {
    list: 'Done',
    name: 'Stock count before the first mailing',
    labels: ['Shop'],
    people: ['Kit Nakamura', 'Mara Petit'],
    due: -5,
  },
  {
    list: 'Done',
    name: 'Clean bounced addresses out of the list',
    labels: ['Email'],
    people: ['Kit Nakamura'],
  },
  {
    list: 'Done',
    name: 'Agree the launch date with the printers',
    labels: ['Partner'],
    people: ['Mara Petit'],
    due: -9,
  },
  { list: 'Done', name: 'Rename the shade "moss" everywhere', labels: ['Copy', 'Shop'] },
  {
    list: 'Done',
    name: 'Book the drying shed for the shoot',
    labels: ['Design'],
    people: ['Sol Okoro'],
    due: -11,
  },
  {
    list: 'Done',
    name: 'New sender name and reply address',
    labels: ['Email'],
    people: ['Elin Morgan'],
  },
  { list: 'Done', name: 'Weigh parcels for the new postage bands', labels: ['Shop'], due: -12 },
  {
    list: 'Done',
    name: 'Interview with the weaver, edited to 600 words',
    labels: ['Copy'],
    people: ['Elin Morgan', 'Rhys Lloyd'],
    due: -13,
  },
  {
    list: 'Done',
    name: 'Welcome automation, email 1',
    labels: ['Email', 'Copy'],
    people: ['Elin Morgan'],
    due: -14,
  },
  {
    list: 'Done',
    name: 'Colour proofs signed off',
    post: 'Bigger text on the brewing cards',
    labels: ['Design'],
    people: ['Sol Okoro'],
    due: -15,
  },
  { list: 'Done', name: 'Retire the spring landing page', labels: ['Shop'], people: ['Jude Tan'] },
  {
    list: 'Done',
    name: 'Ask last year’s customers what was missing',
    labels: ['Idea', 'Email'],
    people: ['Mara Petit'],
    due: -20,
  },
  {
    list: 'Done',
    name: 'Set the budget for the season',
    labels: [],
    people: ['Mara Petit', 'Jude Tan'],
    due: -28,
  },
]

/** A board of our own: a small company before the launch of a catalogue. */
export const autumnLaunch: ExampleBoard = {
  name: 'Autumn launch',
  description: 'Everything between now and the day the catalogue goes out.',
  lists,
  labels,
  cards,
}
