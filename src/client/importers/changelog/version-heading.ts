import {
  dateOfVersion,
  findDate,
  isReleasePhrase,
  isUnreleasedPhrase,
  type SlashOrder,
} from './release-date.ts'

/** What the heading of a version says. */
export interface VersionHeading {
  /** The version as written, with what else the heading says but its date. */
  readonly title: string
  /** Names the version in its changelog, however it is decorated: `1.2.0` of `[v1.2.0] - 2024-05-06`. */
  readonly key: string
  /** What stands beside number and date: headings of one number that differ in it are different entries. */
  readonly words: string
  /** `2024-05-06`; undefined without one, null when it is no day of the calendar. */
  readonly date: string | null | undefined
  /** Whether the date names a month only. */
  readonly isMonth: boolean
  readonly yanked: boolean
  readonly unreleased: boolean
  /** Name and number without its digits: headings off the level of the versions are believed when theirs is the same. */
  readonly form: string
  /** A number such as `1.2.x`, which stands for several versions. */
  readonly series: boolean
  /**
   * How sure it is that this is a version: a `number` that nothing but its date, a phrase in brackets or a sign follows;
   * `words` directly after a number; a `name` before it; a `date` at the beginning, or a heading that is `dated`;
   * `unreleased` without a number, or a word for that which also means other things (`next`).
   */
  readonly kind: 'number' | 'words' | 'name' | 'date' | 'dated' | 'unreleased' | 'next'
}

const numberPattern = String.raw`(?:v\.? ?)?\d+(?:\.(?:\d+|[x*](?![a-z])))+[\w.+~-]*|v\.?\d[\w.+~-]*`
const intro = String.raw`(?:(?:changes|what['’]?s new|new|news|highlights|(?:release )?notes|change ?log)(?:(?: in| for| of)(?: the)? |\s*[:–-]\s+))`
const keyword = String.raw`(?:(?:version|releases?|ver|rel|tag|build)(?:\.?[ :#-]+|\.|(?=\d)))`
const product = String.raw`(?:@?[\w./-]+@|(?!${keyword})(?:\p{L}[\p{L}\d._]*(?:[/-]\p{L}[\p{L}\d._]*)*[/-](?=v?\d+\.\d)|(?:(?!${keyword}|v\.? ?\d)[^\s\d]\S* ){1,4}?))`
const versioned = new RegExp(
  `^(?<intro>${intro})?(?<name>${product})?(?<keyword>${keyword})?(?<version>${numberPattern})(?<tail>[^\\p{L}\\d].*)?$`,
  'iu',
)
/** A whole number is a version when a word or a date says so. */
const counted = new RegExp(
  `^(?<intro>${intro})?(?<keyword>${keyword})?(?<version>\\d{1,8})(?<tail>[^\\p{L}\\d./].*)?$`,
  'iu',
)

/** What is about a version and does not begin one, as `2.0 migration notes`. */
const aboutVersions =
  /^(?:to|from|and|or|vs|through|until|→|->|is|was|has|will)\b|\b(?:migrat\w+|upgrad\w+|roadmap|known issues|compatib\w+|require(?:s|ments?)|(?:no longer|end of) \w+)\b/i
const aboutOthers =
  /\b(?:from|for|since|between|download\w*|checksum\w*|before|after|until|with|without|to|than|migrat\w*|upgrad\w*|updat\w*|bump\w*|drop\w*|requir\w*|support\w*|compat\w*|deprecat\w*|remov\w*|add\w*|fix\w*|install\w*|roadmap|us(?:e|ing))\b/i

const aboutDates = /\b(?:roadmap|updat\w*|since|until|before|after|from|as of|last)\b/i

const yankedMark = /[[(]?\b(?:yanked|withdrawn|retracted)\b[\])]?/i

/** Reads the heading of a version; undefined when it is another heading. */
export function parseVersionHeading(
  heading: string,
  slashOrder?: SlashOrder,
): VersionHeading | undefined {
  const text = stripMarkup(heading)
  const yanked = yankedMark.test(text)
  const unmarked = text.replace(yankedMark, ' ').replace(/\s+/g, ' ').trim()
  // An emoji, its shortcode or another sign may come first.
  const lead = /^(?::[\w+-]*[a-z][\w+-]*:|[^\p{L}\p{N}@])*/u.exec(unmarked)?.[0] ?? ''
  const input = {
    text: unmarked.slice(lead.length),
    lead: lead.replace(/^[\s:]+$|[\s([–—-]+/g, ''),
    yanked,
  }
  return (
    parseDateFirst(input, slashOrder) ??
    parseNumbered(input, slashOrder) ??
    parseUnreleased(input) ??
    parseDated(input, slashOrder)
  )
}

interface HeadingInput {
  readonly text: string
  readonly lead: string
  readonly yanked: boolean
}

type Found = Pick<VersionHeading, 'date' | 'isMonth'>

const undated: Found = { date: undefined, isMonth: false }

/** `2018-03-29, Version 4.9.1 (Maintenance)`. */
function parseDateFirst(input: HeadingInput, slashOrder: SlashOrder) {
  const found = findDate(input.text, slashOrder)
  if (!found || found.before.trim() !== '') return undefined
  const text = found.after.replace(/^[\s,:;|/)\]}–—-]+/, '')
  const version = parseNumbered({ ...input, text }, slashOrder)
  return version && { ...version, date: version.date ?? found.date, isMonth: found.isMonth }
}

function parseNumbered(
  { text, lead, yanked }: HeadingInput,
  slashOrder: SlashOrder,
): VersionHeading | undefined {
  const dotted = versioned.exec(text)?.groups
  const groups = dotted ?? counted.exec(text)?.groups
  if (!groups) return undefined
  const { name: written = '', keyword: word = '' } = groups
  // What closes a sentence or a bracket belongs to the rest.
  const version = (groups['version'] ?? '').replace(/[-+._~]+$/, '')
  const tail = (groups['version'] ?? '').slice(version.length) + (groups['tail'] ?? '')

  const found = findDate(tail, slashOrder)
  const ownDate = dateOfVersion(version)
  const date: Found = found ?? { date: ownDate, isMonth: false }
  const rest = found ? `${found.before} ${found.after}` : tail
  const announced = written !== '' && isUnreleasedPhrase(trimSigns(written))
  const name = announced ? '' : written
  const { words, unreleased } = splitTail(rest, found !== undefined)
  if (!dotted && !isCounted({ word, words, found: found !== undefined, ownDate })) return undefined
  if (aboutVersions.test(words) || (name.endsWith(' ') && aboutOthers.test(name))) return undefined

  const isTagged = /[-._+](?:snapshot|dev0?|unreleased|wip|pending)$/i.test(version)
  const direct = /^\s*[\p{L}\p{N}]/u.test(rest) && !preRelease.test(words)
  const [preReleaseWords = ''] = preRelease.exec(words) ?? []
  const isNumber = !direct || found !== undefined || unreleased || ownDate !== undefined
  // `12` may be the number of anything.
  const isBare = !dotted && word === '' && date.date === undefined
  return {
    title: [lead, `${name}${version}`, words].filter((part) => part !== '').join(' '),
    key: `${name.trim()}${version.replace(/^v\.? ?/i, '')}${toKey(preReleaseWords)}`.toLowerCase(),
    words: words.slice(preReleaseWords.length).toLowerCase(),
    ...date,
    yanked,
    unreleased: unreleased || announced || (isTagged && date.date === undefined),
    form: `${name.trim().toLowerCase()}${version.replace(/^v\.? ?|(?<=\d)[^\d.].*$/gi, '').replace(/\d+/g, '0')}`,
    series: /(?:^|\.)[x*](?:$|[^a-z])/i.test(version),
    kind: name !== '' ? 'name' : isNumber && !isBare ? 'number' : 'words',
  }
}

/** `1.4.0 Beta 2` is another version than `1.4.0`. */
const preRelease =
  /^(?:alpha|beta|rc|release candidate|preview|pre-?release|milestone|canary|nightly|dev)\b(?:[ .-]?\d+(?:\.\d+)*)?/i

const toKey = (words: string) => (words === '' ? '' : `-${words.replace(/[\s.]+/g, '-')}`)

interface CountedVersion {
  readonly word: string
  readonly words: string
  readonly found: boolean
  readonly ownDate: string | undefined
}

/** `Version 5`, `5 (2024-05-06)` or `20240506`, but not `3 things`. */
const isCounted = ({ word, words, found, ownDate }: CountedVersion) =>
  word !== '' || found || ownDate !== undefined || words === ''

/** What follows the number, without its date: the parts that say that it is not released, and the words. */
function splitTail(rest: string, dated: boolean): { words: string; unreleased: boolean } {
  const parts = rest.split(/([()[\]{}|;,:]|\s[–—-]\s|^\s*[–—/-]\s*)/)
  const flags = parts.map((part) => isUnreleasedPhrase(trimSigns(part), { dated }))
  const words = parts
    .filter(
      (part, at) =>
        flags[at] !== true && !(dated && /\w/.test(part) && isReleasePhrase(trimSigns(part))),
    )
    .join('')
  return { words: tidyBrackets(words), unreleased: flags.includes(true) }
}

/** Without the brackets and signs that were around a date. */
const tidyBrackets = (text: string) =>
  trimSigns(
    text
      .replace(/([([{])[\s,:;|/–—-]+/g, '$1')
      .replace(/[\s,:;|/–—-]+([)\]}])/g, '$1')
      .replace(/\(\)|\[\]|\{\}/g, ' '),
  )

/** Keeps the shortcode of an emoji whole. */
const trimSigns = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/^(?:[\s,.;|/–—-]|:(?![\w+-]+:))+/, '')
    .replace(/(?:[\s,;|/–—-]|(?<!:[\w+-]{1,40}):)+$/, '')

/** `Unreleased`, `master (unreleased)`, `DEVELOPMENT | TBA`. */
function parseUnreleased({ text, lead, yanked }: HeadingInput): VersionHeading | undefined {
  const parts = text
    .split(/[()[\]{}|:]/)
    .map(trimSigns)
    .filter((part) => part !== '')
  const [first = ''] = parts
  const isShort = text.split(' ').length <= 5
  const isClear = isShort && /unreleased|not (?:yet )?(?:released|published)/i.test(text)
  if (!isClear && !(isShort && isUnreleasedPhrase(first))) return undefined
  const title = [lead, text].filter((part) => part !== '').join(' ')
  const rest = { ...undated, yanked, unreleased: true, form: '', series: false }
  return {
    title,
    key: 'unreleased',
    words: title.toLowerCase(),
    ...rest,
    kind: isClear ? 'unreleased' : 'next',
  }
}

/** `May 6, 2024` or `Quiet river (2024-05-06)`. */
function parseDated({ text, lead, yanked }: HeadingInput, slashOrder: SlashOrder) {
  const found = findDate(text, slashOrder)
  if (!found) return undefined
  const isFirst = found.before.trim() === ''
  if (aboutDates.test(found.before)) return undefined
  const words = tidyBrackets(`${found.before} ${found.after}`)
  const title = [lead, isFirst ? text : words].filter((part) => part !== '').join(' ')
  const key = `${isFirst ? (found.date ?? '') : ''} ${words}`.trim().toLowerCase()
  const kind = isFirst ? ('date' as const) : ('dated' as const)
  const { date, isMonth } = found
  return {
    title,
    key,
    words: '',
    date,
    isMonth,
    yanked,
    unreleased: false,
    form: '',
    series: false,
    kind,
  }
}

/** Without links, brackets and emphasis. */
const stripMarkup = (heading: string) =>
  heading
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/g, '$1')
    .replace(/[*`]|^_+|_+$/g, '')
    .replace(/[‐‑‒]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
