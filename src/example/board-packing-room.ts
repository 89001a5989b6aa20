import type { ExampleBoard } from './example-board.ts'

const long =
  'Before the winter orders: count the large oak trays, the small oak trays, the linen bags in moss, heather and undyed, the string by the metre, the pouches by the hundred, and write it all on the one sheet by the door that everybody can find. Kit.'

/** A board of ours with everything that a screen must cope with. */
export const packingRoom: ExampleBoard = {
  name: 'Packing room 📦',
  description: 'Whatever does not belong anywhere else. <b>Not bold</b>, just text.',
  lists: [
    { name: 'Shelf' },
    { name: 'This week' },
    { name: 'Waiting for somebody' },
    { name: 'Sent', completes_cards: true },
  ],
  labels: [
    { name: 'Urgent', color: 'red' },
    { name: '', color: 'green' },
    { name: 'No colour', color: 'gray' },
    { name: 'Old sticker', color: 'sky_dark' },
  ],
  cards: [
    { list: 'Shelf', name: long, labels: [''] },
    { list: 'Shelf', name: '---', labels: [] },
    { list: 'Shelf', name: 'สั่งริบบิ้นผ้าฝ้ายจากเชียงใหม่', labels: ['Old sticker'] },
    { list: 'Shelf', name: 'להזמין 200 שקיות נייר', labels: ['', 'No colour'] },
    { list: 'Shelf', name: 'Label printer jams 🖨️🌿 again', labels: ['Urgent'], due: -6 },
    {
      list: 'Shelf',
      name: '<script>alert("parcel")</script> printed on a label, find out why',
      labels: ['Urgent'],
      description:
        'Somebody typed `<img src=x onerror=alert(1)>` into their delivery notes.\n\n- [a link](javascript:alert(1))\n- it must stay **text**',
    },
    { list: 'Shelf', name: '---', labels: [] },
    {
      list: 'This week',
      name: 'Sixty boxes for Penlan Stores',
      labels: ['Urgent'],
      people: ['Kit Nakamura'],
      due: 2,
    },
    { list: 'This week', name: 'Shorter string', labels: [], people: ['Mara Petit'], due: 0 },
    {
      list: 'This week',
      name: 'Write to the post office about the islands',
      labels: ['No colour'],
      due: 4,
    },
    { list: 'Sent', name: 'Samples to The Loom', labels: [], people: ['Kit Nakamura'], due: -3 },
    { list: 'Sent', name: 'Broken jar for June, with an apology', labels: ['Urgent'], due: -8 },
  ],
}

export const winterFair: ExampleBoard = {
  name: 'Winter fair',
  description: 'Nothing yet. The stall is booked.',
  lists: [{ name: 'Ideas' }, { name: 'Doing' }, { name: 'Done', completes_cards: true }],
  labels: [],
  cards: [],
}

export const springMarket: ExampleBoard = {
  name: 'Spring market 2026',
  description: null,
  archived: true,
  lists: [{ name: 'To bring' }, { name: 'Brought', completes_cards: true }],
  labels: [{ name: 'Heavy', color: 'brown' }],
  cards: [
    { list: 'To bring', name: 'A second lamp', labels: ['Heavy'], due: -190 },
    { list: 'Brought', name: 'Cash box', labels: [], due: -191 },
    { list: 'Brought', name: 'Forty bunches of statice', labels: ['Heavy'], due: -192 },
    { list: 'Brought', name: 'The good tablecloth', labels: [] },
  ],
}
