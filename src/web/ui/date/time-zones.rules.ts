import { cityOf } from '#contract/zoned-time.rules.ts'

/** A zone to choose. */
interface TimeZoneOption {
  readonly id: string
  readonly label: string
  readonly detail: string
  /** Found by these too: earlier names, and the abbreviations of its time. */
  readonly keywords: string
}

/** Intl lists some zones by their earlier names only, and accepts both. */
const renames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}
const earlierNames = new Map(Object.entries(renames).map(([old, current]) => [current, old]))

/** Where most people look for a zone, in this order, with the words for its time that they know. */
const familiarZones: Readonly<Record<string, string>> = {
  UTC: 'GMT Greenwich Zulu',
  'America/New_York': 'EST EDT ET Eastern Washington Boston',
  'America/Chicago': 'CST CDT CT Central',
  'America/Denver': 'MST MDT MT Mountain',
  'America/Los_Angeles': 'PST PDT PT Pacific San Francisco Seattle',
  'America/Sao_Paulo': 'BRT Brasilia',
  'Europe/London': 'GMT BST Greenwich Belfast',
  'Europe/Paris': 'CET CEST',
  'Europe/Berlin': 'CET CEST',
  'Europe/Kyiv': 'EET EEST',
  'Europe/Istanbul': 'TRT',
  'Europe/Moscow': 'MSK',
  'Africa/Lagos': 'WAT',
  'Africa/Johannesburg': 'SAST',
  'Africa/Nairobi': 'EAT',
  'Asia/Jerusalem': 'IST IDT Tel Aviv',
  'Asia/Dubai': 'GST',
  'Asia/Karachi': 'PKT',
  'Asia/Kolkata': 'IST Mumbai Delhi Bangalore',
  'Asia/Kathmandu': 'NPT',
  'Asia/Singapore': 'SGT',
  'Asia/Shanghai': 'CST Beijing',
  'Asia/Tokyo': 'JST',
  'Australia/Sydney': 'AEST AEDT Canberra',
  'Pacific/Auckland': 'NZST NZDT Wellington',
}

/** The present name of a zone, where the browser knows it. */
export function currentZoneName(timeZone: string): string {
  const name = renames[timeZone]
  return name !== undefined && isKnown(name) ? name : timeZone
}

function isKnown(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }))
  } catch {
    return false
  }
}

/** The zones of the browser, the familiar ones first. Their abbreviations are read when the list is first searched. */
export function listTimeZones(locale: string): readonly TimeZoneOption[] {
  const familiar = Object.keys(familiarZones).filter(isKnown)
  const ids = new Set([...familiar, ...Intl.supportedValuesOf('timeZone').map(currentZoneName)])
  return [...ids].map((id) => ({
    id,
    label: cityOf(id),
    detail: id,
    get keywords() {
      const words = [earlierNames.get(id)?.split('/').at(-1), familiarZones[id]]
      return [...words, abbreviations(id, locale)].filter(Boolean).join(' ')
    },
  }))
}

const cache = new Map<string, string>()
// Of winter and summer: people look for a zone by either.
const SEASONS = [Date.UTC(2025, 0, 1), Date.UTC(2025, 6, 1)]

/** "EST EDT", "GMT+5:45". */
function abbreviations(timeZone: string, locale: string): string {
  const key = `${locale} ${timeZone}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
  const names = SEASONS.map(
    (at) => format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value,
  )
  const text = [...new Set(names)].join(' ')
  cache.set(key, text)
  return text
}

/** Reads the abbreviations ahead in short steps, so that the first key of a search is not held up. Returns how to stop. */
export function prepareAbbreviations(
  zones: readonly Pick<TimeZoneOption, 'id'>[],
  locale: string,
  wait: (step: () => void) => void,
): () => void {
  let isStopped = false
  const step = (from: number) => {
    if (isStopped || from >= zones.length) return
    for (const { id } of zones.slice(from, from + STEP)) abbreviations(id, locale)
    wait(() => step(from + STEP))
  }
  wait(() => step(0))
  return () => void (isStopped = true)
}
const STEP = 20
