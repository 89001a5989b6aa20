import { cleaned, lengthOf, oneLine } from '#client/importers/core/sanitize.ts'
import { idOf, isObject, type JsonObject, objectsOf } from '#client/importers/formats/json.ts'
import type { PlannedLabel } from './board-plan.ts'
import { type Found, type Reading } from './trello-export.ts'

export interface Labels {
  readonly planned: PlannedLabel[]
  /** The labels of a card: its ids win, else the label objects inside it. */
  refsFor(card: Found): string[]
}

const longest = 255
/** The service's own limit on one card. */
const mostOnCard = 50

export function readLabels(reading: Reading): Labels {
  const { refs, notebook } = reading
  const byId = new Map<string, PlannedLabel>()
  const byLook = new Map<string, PlannedLabel>()
  const refused = new Set<string>()
  const planned: PlannedLabel[] = []

  const add = (label: JsonObject, path: string): PlannedLabel | undefined => {
    const id = idOf(label['id'])
    const shown = id ?? path
    const name = cleaned(notebook, 'labels[].name', shown, label['name'], oneLine).text
    const color = colorOf(reading, label['color'], shown)
    const look = `${color}/${name}`
    const known = id === undefined ? byLook.get(look) : byId.get(id)
    if (known) return known
    if (refused.has(id ?? look)) return undefined
    if (lengthOf(name) > longest) {
      refused.add(id ?? look)
      const reason = `its name has ${lengthOf(name)} characters, more than ${longest}`
      notebook.reject({ kind: 'labels', path, id: id ?? null, reason })
      return undefined
    }
    const external_ref = id === undefined ? refs.made(`label/${look}`) : refs.of(id)
    const made = { external_ref, name, color }
    planned.push(made)
    if (id !== undefined) byId.set(id, made)
    if (!byLook.has(look)) byLook.set(look, made)
    return made
  }

  readBoardLabels(reading, add, (id) => byId.has(id))
  return {
    planned,
    refsFor({ record, id, path }) {
      const inside = objectsOf(record['labels'])
      const found = Array.isArray(record['idLabels'])
        ? record['idLabels'].flatMap((label_id: unknown) => {
            const wanted = idOf(label_id) ?? ''
            const described = inside.find((label) => idOf(label['id']) === wanted)
            const label = byId.get(wanted) ?? (described && add(described, `${path}.labels`))
            if (!label) notebook.warn('cards[].idLabels: names no label of the file, left out', id)
            return label ? [label.external_ref] : []
          })
        : inside.flatMap((label) => add(label, `${path}.labels`)?.external_ref ?? [])
      const different = [...new Set(found)]
      if (different.length > mostOnCard) {
        notebook.warn(`cards[].idLabels: more than ${mostOnCard} labels, the rest left out`, id)
      }
      return different.slice(0, mostOnCard)
    },
  }
}

/** The board's own labels; before 2014 they were only names by colour, and unnamed colours were no labels. */
function readBoardLabels(
  { board, notebook }: Reading,
  add: (label: JsonObject, path: string) => PlannedLabel | undefined,
  isKnown: (id: string) => boolean,
): void {
  if (Array.isArray(board['labels'])) {
    for (const [index, label] of board['labels'].entries()) {
      const path = `labels[${index}]`
      const id = isObject(label) ? idOf(label['id']) : undefined
      const reason = isObject(label)
        ? 'it stands twice in the file; the first one counts'
        : 'it is not an object'
      if (isObject(label) && (id === undefined || !isKnown(id))) add(label, path)
      else notebook.reject({ kind: 'labels', path, id: id ?? null, reason })
    }
    return
  }
  if (!isObject(board['labelNames'])) return
  for (const [color, name] of Object.entries(board['labelNames'])) {
    if (typeof name === 'string' && name.trim() !== '') add({ name, color }, `labelNames.${color}`)
  }
}

/** Foreign names ("sky", "green_dark") are kept as they are; no colour is gray. */
function colorOf({ notebook }: Reading, value: unknown, id: string): string {
  if (value === null || value === undefined || value === '') return 'gray'
  if (typeof value === 'string' && /^(#[0-9a-fA-F]{6}|[a-z][a-z_]{0,31})$/.test(value)) return value
  notebook.warn('labels[].color: not a colour, imported as gray', id)
  return 'gray'
}
