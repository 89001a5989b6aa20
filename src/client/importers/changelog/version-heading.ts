import { dateIn } from './changelog-dates.ts'

/** What the heading of a version says. */
export interface VersionHeading {
  /** The version as written, with what else the heading says but its date. */
  readonly title: string
  /** Names the version in its changelog, however it is decorated: `1.2.0` of `[v1.2.0] - 2024-05-06`. */
  readonly key: string
  /** `2024-05-06`; undefined without one, null when it is no day of the calendar. */
  readonly date: string | null | undefined
  readonly yanked: boolean
  readonly unreleased: boolean
  /** Another word stands before the number, as in `Rails 7.1`: a version where versions are expected only. */
  readonly named: boolean
}

const number = String.raw`(?:v?\d+(?:\.\d+)+|v\d+)(?:[-+._]?[0-9A-Za-z]+)*`
const versioned = new RegExp(
  String.raw`^(?<name>(?:version|release|ver\.?)\s+|@?[\w./-]+(?:@|\s+))?(?<version>${number})(?<tail>\s*[\s(,:;|/–—-].*)?$`,
  'i',
)
const unreleased = /\b(?:unreleased|not (?:yet )?released)\b/i
const upcoming = /^(?:next|upcoming|head|master|main|trunk|development)(?: (?:version|release))?$/i
const yankedMark = /\[?\byanked\b\]?/i

/** Reads the heading of a version; undefined when it is another heading. */
export function versionHeading(heading: string): VersionHeading | undefined {
  const text = plain(heading)
  const yanked = yankedMark.test(text)
  const unmarked = text.replace(yankedMark, ' ')
  const match = versioned.exec(unmarked.trim())
  if (!match?.groups) return unreleasedHeading(text)

  const { name = '', version = '', tail = '' } = match.groups
  const dated = dateIn(tail)
  const rest = dated?.rest ?? tail
  const said = rest.replace(/[()[\]]/g, ' ').replace(/^[\s,:;|/–—-]+|[\s,:;|/–—-]+$/g, '')
  // `2.0 migration notes` is about a version and does not begin one.
  if (said !== '' && !/^\s*[(,:;|/–—-]/.test(rest) && dated === undefined) return undefined
  const keyword = /^(?:version|release|ver\.?)\s/i.test(name)
  const isUnreleased = unreleased.test(said)
  const shown = keyword ? version : `${name}${version}`
  return {
    title: said === '' || isUnreleased ? shown : `${shown} ${said.replace(/\s+/g, ' ')}`,
    key: `${keyword ? '' : name.trim()}${version.replace(/^v/i, '')}`.toLowerCase(),
    date: dated?.date,
    yanked,
    unreleased: isUnreleased,
    named: name !== '' && !keyword,
  }
}

function unreleasedHeading(text: string): VersionHeading | undefined {
  const short = text.split(/\s+/).length <= 4
  if (!upcoming.test(text) && !(short && unreleased.test(text))) return undefined
  const none = { date: undefined, yanked: false, named: false }
  return { title: text, key: 'unreleased', unreleased: true, ...none }
}

/** Without links, brackets and emphasis. */
const plain = (heading: string) =>
  heading
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/g, '$1')
    .replace(/[*`]|^_+|_+$/g, '')
    .replace(/\s+/g, ' ')
    .trim()
