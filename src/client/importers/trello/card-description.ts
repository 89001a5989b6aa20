import { fingerprint } from '#client/importers/core/external-ref.ts'
import { lengthOf } from '#client/importers/core/sanitize.ts'
import { type ContentEntry, contentKinds } from './board-plan.ts'

export const MAX_DESCRIPTION = 50_000
/** For the note about what is left out. */
const NOTE_LENGTH = 120

/** What a card of the file says in words. */
interface CardText {
  readonly description: string | null
  readonly content: readonly ContentEntry[]
}

/**
 * A description with imported sections: the card's own text, a marker, and the sections. The marker is a link definition,
 * which no Markdown renders, and has the fingerprints of both parts as the last import wrote them. A part that a person
 * edited since has another one.
 */
interface Described {
  readonly text: string
  readonly textFingerprint: string
  readonly sections: string
  readonly sectionsFingerprint: string
}

const marker = /^\[\/\/\]: # \(trello ([0-9a-z]+) ([0-9a-z]+)\)$/gm

/** The description of a new card: its text, then checklists, attachments and comments as sections. */
export function createDescription(card: CardText): string | null {
  if (card.content.length === 0) return card.description
  const text = closeCodeFence(card.description ?? '')
  const sections = createSections(text, card.content)
  return sections.omitted === card.content.length
    ? card.description
    : join({ text, textFingerprint: fingerprintOf(text), ...sections })
}

/** How many entries of the content do not fit into the description of a new card. */
export const countOmitted = (card: CardText): number =>
  card.content.length === 0
    ? 0
    : createSections(closeCodeFence(card.description ?? ''), card.content).omitted

/**
 * The description of an existing card after importing it again. A part that a person edited here stays; the other follows
 * the file. `kept` tells that the file has newer sections than the edited ones.
 */
export function updateDescription(
  current: string | null,
  card: CardText,
): { readonly description: string | null; readonly kept: boolean } {
  const stored = split(current ?? '')
  const text = closeCodeFence(card.description ?? '')
  if (!stored) {
    const isUnedited = card.content.length === 0 || [null, '', text].includes(current)
    if (isUnedited || current === card.description)
      return { description: createDescription(card), kept: false }
    // Imported without sections before, so nothing tells an edit from an older file: the text here stays.
    const own = closeCodeFence(current ?? '')
    const sections = createSections(own, card.content)
    if (sections.omitted === card.content.length) return { description: current, kept: true }
    return {
      description: join({ text: own, textFingerprint: fingerprintOf(text), ...sections }),
      kept: false,
    }
  }
  const isTextEdited = fingerprintOf(stored.text) !== stored.textFingerprint
  const areSectionsEdited = fingerprintOf(stored.sections) !== stored.sectionsFingerprint
  if (card.content.length === 0 && !isTextEdited && !areSectionsEdited)
    return { description: card.description, kept: false }

  const own = isTextEdited
    ? { text: stored.text, textFingerprint: stored.textFingerprint }
    : { text, textFingerprint: fingerprintOf(text) }
  const next = createSections(own.text, card.content)
  const description = join({ ...own, ...(areSectionsEdited ? stored : next), ...own })
  const kept = areSectionsEdited && next.sectionsFingerprint !== stored.sectionsFingerprint
  // Edited sections and a longer text may not fit together.
  return { description: lengthOf(description) > MAX_DESCRIPTION ? current : description, kept }
}

function split(description: string): Described | undefined {
  // A card may quote a marker; sections cannot contain one.
  const last = [...description.matchAll(marker)].at(-1)
  if (!last) return undefined
  const [line, textFingerprint = '', sectionsFingerprint = ''] = last
  return {
    text: description.slice(0, last.index).trimEnd(),
    textFingerprint,
    sections: description.slice(last.index + line.length).trim(),
    sectionsFingerprint,
  }
}

const join = ({ text, textFingerprint, sections, sectionsFingerprint }: Described) =>
  [text, `[//]: # (trello ${textFingerprint} ${sectionsFingerprint})`, sections]
    .filter(Boolean)
    .join('\n\n')

/** Editors may add or remove line breaks at the ends. */
const fingerprintOf = (text: string) => fingerprint(text.trim())

const headings = { checklists: 'Checklists', attachments: 'Attachments', comments: 'Comments' }

function createSections(text: string, content: readonly ContentEntry[]) {
  const all = formatSections(content)
  const longestMarker = join({
    text,
    textFingerprint: fullMark,
    sections: '-',
    sectionsFingerprint: fullMark,
  })
  const room = MAX_DESCRIPTION - lengthOf(longestMarker)
  if (lengthOf(all) <= room)
    return { sections: all, sectionsFingerprint: fingerprintOf(all), omitted: 0 }
  let length = 0
  // Room for headings and separators, whatever the kinds are.
  const fitting = content.findIndex(({ text: entry }) => {
    length += lengthOf(entry) + 2
    return length > room - NOTE_LENGTH
  })
  const omitted = content.length - fitting
  const note = `*${omitted} more from Trello didn’t fit into this description.*`
  const sections = [formatSections(content.slice(0, fitting)), note].filter(Boolean).join('\n\n')
  return { sections, sectionsFingerprint: fingerprintOf(sections), omitted }
}

const fullMark = 'x'.repeat(13)

const formatSections = (content: readonly ContentEntry[]) =>
  contentKinds
    .flatMap((kind) => {
      const entries = content.filter((entry) => entry.kind === kind)
      return entries.length === 0 ? [] : [`## ${headings[kind]}`, formatEntries(entries)]
    })
    .join('\n\n')

/** Items of one list follow each other without a blank line. */
const formatEntries = (entries: readonly ContentEntry[]) =>
  entries
    .map(({ text }, index) => {
      const previous = entries[index - 1]?.text
      const isNextItem = text.startsWith('- ') && previous?.startsWith('- ')
      return `${previous === undefined ? '' : isNextItem ? '\n' : '\n\n'}${text}`
    })
    .join('')

/** A text that ends inside of a code block would take the sections in. */
function closeCodeFence(text: string): string {
  let open: string | undefined
  for (const line of text.split('\n')) {
    const [, fence = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (fence === '') continue
    if (open === undefined) open = fence
    else if (fence[0] === open[0] && fence.length >= open.length && rest.trim() === '')
      open = undefined
  }
  return open === undefined ? text.trimEnd() : `${text.trimEnd()}\n${open}`
}
