import type { Row } from './rows.store.ts'

type Written = Pick<Row<'contacts'>, 'email_address' | 'status' | 'tags' | 'fields'>

const person = (
  email_address: string,
  status: Written['status'],
  tags: string[],
  fields: Record<string, string>,
): Written => ({ email_address, status, tags, fields })

const manyFields = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`answer_${index + 1}`, String(index * 7)]),
)

/** Newest first: people to recognise, then what a table must cope with. */
export const unusualContacts: readonly Written[] = [
  person('iris.calloway@hartlane.example', 'subscribed', ['customer', 'market 2025'], {
    first_name: 'Iris',
    last_name: 'Calloway',
    city: 'Cardiff',
  }),
  person('tomos@penlan.example', 'subscribed', ['wholesale'], {
    first_name: 'Tomos',
    company: 'Penlan Stores',
    city: 'Llandeilo',
  }),
  person('amara.okafor@brightside.example', 'subscribed', ['customer'], {
    first_name: 'Amara',
    last_name: 'Okafor',
    city: 'Bristol',
  }),
  person('j.whitlock@mailpost.example', 'unsubscribed', ['customer', 'lapsed'], {
    first_name: 'June',
    last_name: 'Whitlock',
    city: 'Hereford',
  }),
  person('studio@hollispottery.example', 'subscribed', ['partner'], {
    first_name: 'Hollis',
    company: 'Hollis Pottery',
    city: 'Ludlow',
  }),
  person('beatriz.lima@quinta.example', 'pending', [], { first_name: 'Beatriz', city: 'Porto' }),
  person('d.mbeki@harbourview.example', 'subscribed', ['customer', 'refill'], {
    first_name: 'Dumisani',
    last_name: 'Mbeki',
    city: 'Swansea',
  }),
  person('old.address@nolongerhere.example', 'bounced', ['customer'], {}),
  person('saoirse@theloom.example', 'subscribed', ['customer'], {
    first_name: 'Saoirse',
    city: 'Galway',
  }),
  person('kenji.nakamura@tsubaki.example', 'subscribed', ['wholesale', 'refill'], {
    first_name: 'Kenji',
    last_name: 'Nakamura',
    city: 'London',
  }),
  person('not.again@mailpost.example', 'complained', ['lapsed'], { first_name: 'Joan' }),
  person('somsri@suanmai.example', 'subscribed', ['workshop'], {
    first_name: 'สมศรี',
    last_name: 'สวนไม้',
    city: 'เชียงใหม่',
  }),
  person('noa@gan-perahim.example', 'subscribed', ['workshop'], {
    first_name: 'נועה',
    last_name: 'גן פרחים',
  }),
  person('bee@hive.example', 'subscribed', ['VIP 🌾'], { first_name: 'Bea 🐝', last_name: '👩🏽‍🌾' }),
  person('script@brightside.example', 'subscribed', ['press'], {
    first_name: '<script>alert("fern")</script>',
    company: '=SUM(A1:A9)',
    constructor: '<img src=x onerror=alert(1)>',
  }),
  person('survey@orchardway.example', 'subscribed', ['customer'], manyFields),
]
