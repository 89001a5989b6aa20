interface BoardSizes {
  readonly cards: number
  readonly lists: number
  readonly seed: number
}

const verbs =
  'Write Draft Check Photograph Order Count Proof Plan Send Sort Mend Price Translate Pack'.split(
    ' ',
  )
const objects = [
  'the care card',
  'the landing page',
  'three subject lines',
  'the oak tray',
  'the linen aprons',
  'a reading list',
  'the welcome email',
  'the returns page',
  'the autumn catalogue',
  'forty product photos',
  'the parcel labels',
  'the market stall',
]
const suffixes = [
  ' in Welsh and English',
  ' before the first mailing',
  ' with the printers',
  ' for the islands',
  ' once more',
  '',
  '',
]
const colors = [
  'green',
  'yellow',
  'orange',
  'red',
  'purple',
  'blue',
  'sky',
  'lime',
  'pink',
  'black',
]
const people = ['Elin Morgan', 'Jude Tan', 'Sol Okoro', 'Kit Nakamura', 'Mara Petit', 'Rhys Lloyd']
const paragraph =
  'What has to be true before this is done, who has to see it, and where the files are. '
const DAY = 86_400_000
/** Fixed, so that the same seed creates the same file at any time. */
const START = Date.UTC(2026, 0, 5, 17)

/** Creates a board in the format of a Trello export, deterministic for its sizes and seed. */
export function createTrelloBoard({ cards, lists, seed }: BoardSizes) {
  const random = createRandom(seed)
  const randomBelow = (limit: number) => Math.floor(random() * limit)
  const oneOf = (words: readonly string[]) => words[randomBelow(words.length)] ?? ''
  const sample = <T>(items: readonly T[], max: number) =>
    items.filter(() => random() < max / items.length).slice(0, max)
  // Like Trello's ids, they begin with the second of their creation.
  const id = (kind: number, index: number) =>
    [
      (START / 1000 - 40_000_000 + index).toString(16),
      kind.toString(16),
      seed.toString(16).padStart(8, '0'),
      index.toString(16).padStart(7, '0'),
    ].join('')

  const boardLists = Array.from({ length: lists }, (_, index) => ({
    id: id(1, index),
    name: `List ${index + 1}`,
    closed: false,
    pos: (index + 1) * 65_536,
  }))
  const labels = colors.map((color, index) => ({
    id: id(2, index),
    name: index < 7 ? `Label ${index + 1}` : '',
    color,
  }))
  const members = people.map((fullName, index) => ({ id: id(3, index), fullName }))

  return {
    id: id(0, 0),
    name: `${cards.toLocaleString('en')} cards`,
    desc: '',
    closed: false,
    lists: boardLists,
    labels,
    members,
    cards: Array.from({ length: cards }, (_, index) => {
      const due =
        random() < 0.25 ? new Date(START + (randomBelow(120) - 60) * DAY).toISOString() : null
      return {
        id: id(4, index),
        name: `${oneOf(verbs)} ${oneOf(objects)}${oneOf(suffixes)}`,
        desc: random() < 0.4 ? paragraph.repeat(1 + randomBelow(6)).trim() : '',
        idList: boardLists[index % lists]?.id,
        pos: (Math.floor(index / lists) + 1) * 16_384,
        closed: false,
        idLabels: sample(labels, 2).map((label) => label.id),
        idMembers: sample(members, 2).map((member) => member.id),
        due,
        dueComplete: due !== null && random() < 0.6,
        dateLastActivity: new Date(START - randomBelow(90) * DAY).toISOString(),
      }
    }),
  }
}

/** mulberry32: a deterministic generator of numbers from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
