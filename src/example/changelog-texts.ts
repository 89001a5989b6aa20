/** What the workshop tells its readers, newest first; drafts and scheduled ones stand at the top. */
export interface EntryText {
  readonly title: string
  readonly body: string
  readonly labels: readonly string[]
}

export const labelTexts = [
  ['New', 'green'],
  ['Improved', 'blue'],
  ['Fixed', 'amber'],
  ['Shop', 'orange'],
] as const

export const entryTexts: readonly EntryText[] = [
  {
    title: 'Workshop bookings open for spring',
    body: 'Ten chairs, a stove, and all the string you can carry.\n\n- **Wreaths**: three Saturdays in March\n- **Tea blending**: two evenings in April\n\nBook on the workshop page; we keep two places for people without the internet.',
    labels: ['New'],
  },
  {
    title: 'Refills by post, no new jar needed',
    body: 'Keep the jar. We will send the rest in a **paper pouch** that fits through a letterbox.\n\n- Works for all **nine blends**\n- Postage is included in Wales and England\n- Change or pause from your order page\n\n## How it works\n\n1. Pick a blend and choose **Refill pouch**.\n2. We weigh it on Tuesday and post it on Wednesday.\n3. Pour, recycle the pouch, keep the jar.\n\n> Pouches are home-compostable. The label peels off in one piece.\n\nYou asked for this, with a lot of votes. Thank you for the patience.',
    labels: ['New', 'Shop'],
  },
  {
    title: 'Faster checkout on slow connections',
    body: 'The page where you pay no longer waits for the pictures.',
    labels: ['Improved'],
  },
  {
    title: 'Untitled draft',
    body: '<script>alert("not yet")</script>\n\nTODO: [a picture](javascript:alert(1)) of the shed.',
    labels: [],
  },
  {
    title: 'Gift notes without prices',
    body: 'A parcel that goes to somebody else now holds your note and nothing about money.\n\nThe receipt still comes to you.',
    labels: ['Improved', 'Shop'],
  },
  {
    title: 'Paper tape on every parcel',
    body: 'The last roll of plastic is used up. The new tape:\n\n- sticks in the cold\n- tears without scissors\n- goes into the paper bin with the box',
    labels: ['Improved'],
  },
  {
    title: 'Parcels to the islands',
    body: 'The postcode of some islands was refused. It is not any more, and the price is the same as for the mainland.',
    labels: ['Fixed', 'Shop'],
  },
  {
    title: 'A letter when statice is back',
    body: 'On the page of anything that is sold out you can leave your address. One letter, then we forget it.',
    labels: ['New'],
  },
  {
    title: 'Brewing cards in larger print',
    body: 'Same card, letters half as large again. Ask for it with your order, or read it [online](https://fernandfield.example/cards).',
    labels: ['New', 'Improved'],
  },
]
