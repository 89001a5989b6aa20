/** Posts as customers of the workshop write them, most wanted first. */
export interface PostText {
  readonly title: string
  readonly details: string
  readonly status?: string
  readonly tags?: readonly string[]
}

export const boardTexts = [
  { name: 'The shop', slug: 'shop', description: 'The website, the parcels, the stall.' },
  {
    name: 'Subscriptions',
    slug: 'subscriptions',
    description: 'Blends and bunches that come by themselves.',
  },
] as const

export const postTags = [
  ['Packaging', 'green'],
  ['Account', 'purple'],
  ['Billing', 'blue'],
  ['Delivery', 'orange'],
  ['Accessibility', 'pink'],
  ['Workshops', 'teal'],
  ['Gifts', 'amber'],
] as const

export const postTexts: readonly PostText[] = [
  {
    title: 'Refill pouches for every blend',
    details:
      'I keep buying new jars only to tip them into the old one. A pouch that fits through the letterbox would be enough.',
    status: 'in_progress',
    tags: ['Packaging'],
  },
  {
    title: 'Let me pause a subscription over summer',
    details:
      'We are away from July to September and the pouches pile up on the porch. Cancelling loses my blend and the price I signed up at. A pause of one, two or three months would keep me as a customer.',
    status: 'under_review',
    tags: ['Account', 'Billing'],
  },
  {
    title: 'Order history as a spreadsheet',
    details: 'For our accounts I copy every order by hand. A file for the year would save a day.',
    status: 'open',
  },
  {
    title: 'Bigger text on the brewing cards',
    details: 'The card is lovely but I need my glasses *and* the lamp to read it.',
    status: 'open',
    tags: ['Accessibility'],
  },
  {
    title: 'Gift notes without prices',
    details: 'My sister saw what I paid and was cross with me.',
    status: 'complete',
    tags: ['Gifts'],
  },
  {
    title: 'Collect from the market stall',
    details: 'I walk past every Saturday, so you could keep the stamp.',
    status: 'planned',
    tags: ['Delivery'],
  },
  {
    title: 'Loyalty stamps',
    details: 'Ten refills and one free would make me stop forgetting to order.',
    status: 'open',
  },
  {
    title: 'Wreath day on a weekday evening',
    details: 'Saturdays are when we work. Could there be one on a Tuesday?',
    status: 'planned',
    tags: ['Workshops'],
  },
  {
    title: 'Tell me when statice is back',
    details: 'One letter, when it is in. No newsletter needed.',
    status: 'complete',
  },
  {
    title: 'Paper tape instead of plastic',
    details: '',
    status: 'complete',
    tags: ['Packaging'],
  },
  {
    title: '<b>Bold</b> in my gift note was printed as it stands',
    details:
      'I typed <script>alert("love")</script> for a joke, and the card says exactly that. My nephew was delighted.',
    status: 'closed',
    tags: ['Gifts'],
  },
  {
    title: 'Welsh on the order page, os gwelwch yn dda',
    details: 'Mae’r cardiau’n ddwyieithog yn barod. Beth am y siop?',
    status: 'under_review',
    tags: ['Accessibility'],
  },
  {
    title: 'ดอกไม้แห้งส่งถึงประเทศไทยได้ไหม 🌾',
    details: 'ป้าอยากได้ช่อเล็กหนึ่งช่อ',
    status: 'open',
    tags: ['Delivery'],
  },
  {
    title: 'משלוח פרחים יבשים לתל אביב',
    details: 'האם אפשר?',
    status: 'closed',
    tags: ['Delivery'],
  },
]

export const quiet = 'A quieter packing machine, please'

export const replies = [
  'Same here. I would settle for skipping one delivery.',
  'Yes please, and for the small jars too.',
  'We do this by hand for now: just write to us.',
  'I asked at the stall and was told to come here, so here I am.',
  'It would help our shop as well. We order twice a month.',
  'Would a reminder two days before be enough?',
  'Not for me, but I can see why.',
  'This is the one thing my mother asks about each time.',
  'Half of it works on the phone already, if you turn it sideways.',
  'Thank you for asking. I had given up.',
  'I wrote <script>alert(1)</script> here once and it stayed text. Well done.',
]

export const teamReplies = [
  'Thank you, this is clear. We are working out what it costs and will write here when we know.',
  'We tried it with ten orders last week. It went well.',
  'It is on the list for spring.',
  'This came out today. Tell us how it goes.',
  'We read every one of these, even when we are slow to answer.',
]

export const notes = [
  'Billing can already hold a plan. The gap is the customer page, about four days of work.',
  'Third shop to ask this month. <b>Soon</b>, please.',
  'Ask the printers about paper weight before we promise anything.',
  'She is in the trade list too, be generous.',
  'Costs us about a pound each. Fine from twenty orders on.',
]
