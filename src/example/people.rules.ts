import type { Random } from './random.rules.ts'

// Names of many places, joined by chance: nobody in particular.
const first =
  'Iris Tomos Amara June Hollis Beatriz Dumisani Saoirse Kenji Priya Lucie Owen Asha Dan Mina Rafe Nia Gwen Idris Bronwen Carys Dylan Eleri Ffion Gethin Huw Ioan Llinos Mabli Osian Rhian Sioned Tegan Ada Bruno Clara Dario Elif Farid Greta Hana Ilse Jonas Kaya Leila Mateo Noor Oskar Paloma Quentin Rosa Stefan Tariq Una Viola Wanda Ximena Yusuf Zofia Anders Birgit Chidi Dita Emeka Freya Gita Henrik Imani Jasper Keiko Lars Marta Nadia Otto Petra Ravi Signe Teo Umar Vera Wren Yara Zeno Alma Basil Cora Devi Edda Flora Gil Hazel Ivo Joan'.split(
    ' ',
  )
const last =
  'Calloway Penlan Okafor Whitlock Lima Mbeki Byrne Nakamura Raman Fontaine Pryce Bellweather Whitcombe Popescu Lindqvist Bevan Cadwaladr Dafydd Ellis Fychan Gruffydd Hopkin Ingram Jarman Kendrick Llewellyn Madoc Nevin Parry Quill Rosser Sayce Trahern Vaughan Wogan Abara Bakker Costa Dahl Eriksen Ferrari Grieg Haddad Ito Janssen Kowal Lang Mori Novak Ortiz Petrov Quispe Rossi Sato Toth Ueda Varga Weiss Yilmaz Zeman Ashdown Birch Cowslip Dell Elder Fennel Garth Heath Ivy Juniper Kell Linden Marsh Nettle Orchard Plum Quince Rowan Sorrel Thorn Underhill Vetch Willow Yarrow'.split(
    ' ',
  )
const domains =
  'hartlane penlan brightside mailpost quinta harbourview theloom tsubaki orchardway maisonverte valleypost oldmill riverbank fieldgate stonebridge larkrise meadowpost saltmarsh greenlane hilltop lighthouse northgate thatch wharf'
    .split(' ')
    .map((name) => `${name}.example`)
const places = [
  ['Cardiff', 'Wales'],
  ['Llandeilo', 'Wales'],
  ['Bristol', 'England'],
  ['Hereford', 'England'],
  ['Ludlow', 'England'],
  ['Porto', 'Portugal'],
  ['Swansea', 'Wales'],
  ['Galway', 'Ireland'],
  ['London', 'England'],
  ['Leeds', 'England'],
  ['Lyon', 'France'],
  ['Carmarthen', 'Wales'],
  ['Ghent', 'Belgium'],
  ['Aarhus', 'Denmark'],
] as const
export const cities: readonly string[] = places.map(([city]) => city)

export interface Person {
  readonly first: string
  readonly last: string
  readonly address: string
}

const combinations = first.length * last.length
// No common divisor with the number of combinations, so that a round meets each of them once.
const step = 5_003

/** The person of that number: no two numbers share an address. */
export function personOf(index: number, random: Random): Person {
  const round = Math.floor(index / combinations)
  const at = (index * step + round * 17) % combinations
  const [firstName = '', lastName = ''] = [
    first[at % first.length],
    last[Math.floor(at / first.length)],
  ]
  const local = `${firstName}.${lastName}${round === 0 ? '' : round + 1}`.toLowerCase()
  return { first: firstName, last: lastName, address: `${local}@${random.oneOf(domains)}` }
}

export const placeOf = (random: Random) => random.oneOf(places)
