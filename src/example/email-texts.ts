/** What the invented workshop writes to people. Addresses lead to names that nobody can own. */

export const listTexts = [
  { name: 'All customers', description: 'Everybody who bought from us and said yes to letters.' },
  {
    name: 'Trade and wholesale',
    description: 'Shops, florists and cafés. Prices are without tax.',
    double_opt_in: true,
  },
  {
    name: 'Workshop guests',
    description: 'Came to a wreath or tea day. Signed up on paper, so <b>check spellings</b>.',
  },
] as const

export const tagNames = [
  'customer',
  'refill',
  'wholesale',
  'market 2025',
  'workshop',
  'gift buyer',
  'lapsed',
  'subscription',
  'partner',
  'local pickup',
  'press',
  'VIP 🌾',
] as const

export const fieldNames = [
  'company',
  'orders',
  'last_order',
  'birthday',
  'newsletter_language',
  'heard_of_us',
  'favourite_blend',
  'gift_wrap',
  'delivery_notes',
  'loyalty_stamps',
] as const

export const fieldValues: readonly (readonly string[])[] = [
  ['Hollis Pottery', 'The Loom', 'Brightside Café', 'Penlan Stores', 'Maison Verte'],
  ['1', '2', '3', '5', '8', '14'],
  ['2025-11-02', '2026-03-19', '2026-08-30', '2024-12-11'],
  ['03-14', '07-01', '10-22', '12-31'],
  ['en', 'cy', 'pt', 'fr'],
  ['a friend', 'the market', 'a café', 'undefined', 'the radio'],
  ['Meadow No. 3', 'Heather and lime', 'Winter shed', 'Plain nettle'],
  ['true', 'false'],
  ['Porch, behind the blue pot', 'With the neighbours', '{"gate": "left", "code": 4}'],
  ['0', '4', '9', '10'],
]

export interface CampaignText {
  readonly name: string
  readonly subject: string
  readonly preview: string | null
  readonly pages: readonly string[]
}

/** Newest first: what stands still or waits, then what went out. */
export const campaignTexts: readonly CampaignText[] = [
  {
    name: 'The drying shed is open',
    subject: 'The drying shed is open',
    preview: 'Come and see where your flowers hang.',
    pages: ['shed', 'shop/oak-tray', 'visit#directions'],
  },
  {
    name: 'Refills by post, first letter',
    subject: 'Keep the jar. We send the rest.',
    preview: 'A paper pouch that fits through a letterbox.',
    pages: ['refill', 'refill/how-it-works', 'shop/pouches', 'help/postage'],
  },
  {
    name: 'Wreath days in November',
    subject: 'Three Saturdays, ten chairs each',
    preview: 'Everything is laid out; bring warm socks.',
    pages: ['workshops', 'workshops/wreaths', 'visit#directions'],
  },
  {
    name: 'Late summer harvest',
    subject: 'Statice, yarrow and a lot of string',
    preview: null,
    pages: ['journal/harvest', 'shop/bunches', 'shop/gift-notes', 'shop/bunches'],
  },
  {
    name: 'A note about prices',
    subject: 'Our prices go up a little on the first',
    preview: 'Why, how much, and what stays the same.',
    pages: ['journal/prices', 'shop'],
  },
  {
    name: 'Meet the weaver',
    subject: 'Six hundred words with Cerys, who weaves our aprons',
    preview: 'And a look at the loom.',
    pages: ['journal/weaver', 'shop/linen-apron', 'shop/tea-towels'],
  },
  {
    name: 'Tea for hot days',
    subject: 'Cold mint, warm evenings ☀️',
    preview: null,
    pages: ['shop/mint', 'journal/cold-brew'],
  },
  {
    name: 'Market dates for autumn',
    subject: 'Where to find the stall: <dates inside>',
    preview: 'Llandeilo, Ludlow and, new, Hereford.',
    pages: ['markets', 'markets/ludlow'],
  },
  {
    name: 'How to dry a hydrangea',
    subject: 'Two ways that work and one that does not',
    preview: null,
    pages: ['journal/hydrangea', 'shop/secateurs'],
  },
  {
    name: 'Gift notes without prices',
    subject: 'You asked, so we took the prices off',
    preview: 'Gift notes now say only what you write.',
    pages: ['shop/gift-notes', 'help/gifts'],
  },
]

export const automationTexts = [
  { name: 'Welcome, three letters', status: 'active', trigger: 'contact_created' },
  { name: 'Your jar is nearly empty', status: 'paused', trigger: 'tag_added' },
  { name: 'After a workshop', status: 'archived', trigger: 'api' },
  { name: 'Birthday leaf', status: 'draft', trigger: 'api' },
] as const
