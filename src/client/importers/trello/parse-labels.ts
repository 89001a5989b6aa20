import { sanitizeField, lengthOf, sanitizeLine } from '#client/importers/core/sanitize.ts'
import {
  formatExcerpt,
  idOf,
  isBlankValue,
  isObject,
  type JsonObject,
} from '#client/importers/formats/json.ts'
import type { PlannedLabel } from './board-plan.ts'
import { parseItems, parseList, type SourceRecord, type TrelloContext } from './trello-export.ts'

export interface Labels {
  readonly planned: PlannedLabel[]
  /** The labels of a card: its ids win, else the label objects inside it. */
  refsFor(card: SourceRecord): string[]
}

const maxNameLength = 255
/** The service's own limit on one card. */
const maxPerCard = 50

export function parseLabels(context: TrelloContext): Labels {
  const { refs, findings } = context
  const byId = new Map<string, PlannedLabel>()
  const byAppearance = new Map<string, PlannedLabel>()
  // Names by color, which cards repeat with the ids of the labels.
  const withoutId = new Map<string, PlannedLabel>()
  const rejected = new Set<string>()
  const planned: PlannedLabel[] = []

  const add = (label: JsonObject, path: string): PlannedLabel | undefined => {
    const id = idOf(label['id'])
    const displayId = id ?? path
    const name = sanitizeField(findings, 'labels[].name', displayId, label['name'], sanitizeLine)
    const color = parseColor(context, label['color'], displayId)
    const appearance = `${color}/${name}`
    const existing =
      id === undefined ? byAppearance.get(appearance) : (byId.get(id) ?? withoutId.get(appearance))
    if (existing) {
      if (id !== undefined) {
        byId.set(id, existing)
        // Another id of this name and color is another label.
        withoutId.delete(appearance)
      }
      return existing
    }
    if (rejected.has(id ?? appearance)) return undefined
    if (lengthOf(name) > maxNameLength) {
      rejected.add(id ?? appearance)
      const reason = `the name has ${lengthOf(name)} characters (at most ${maxNameLength})`
      findings.reject({ kind: 'labels', path, id: id ?? null, reason })
      return undefined
    }
    const external_ref = id === undefined ? refs.forName(`label/${appearance}`) : refs.forRecord(id)
    const newLabel = { external_ref, name, color }
    planned.push(newLabel)
    if (id === undefined) withoutId.set(appearance, newLabel)
    else byId.set(id, newLabel)
    if (!byAppearance.has(appearance)) byAppearance.set(appearance, newLabel)
    return newLabel
  }

  // A text may be the id or the name of a label.
  const findByName = ({ id, name, color }: JsonObject): PlannedLabel | undefined => {
    if (idOf(id) !== undefined || !isBlankValue(color) || typeof name !== 'string') return undefined
    const text = sanitizeLine(name).text
    return byId.get(text) ?? planned.find((label) => text !== '' && label.name === text)
  }

  parseBoardLabels(context, (label, path) => {
    const count = () => planned.length + findings.rejected.length
    const before = count()
    add(label, path)
    return count() > before
  })
  return {
    planned,
    refsFor({ record, id, path }) {
      const embedded = parseItems(context, 'cards[].labels', record['labels'], 'name')
      const ids = Array.isArray(record['idLabels'])
        ? record['idLabels'].map((label_id: unknown) => idOf(label_id) ?? '')
        : undefined
      if (!ids) parseList(context, 'cards[].idLabels', record['idLabels'])
      const ofIds = (ids ?? []).flatMap((labelId) => {
        const description = embedded.find((label) => idOf(label['id']) === labelId)
        const label = byId.get(labelId) ?? (description && add(description, `${path}.labels`))
        if (!label) findings.warn('unknown_label', {}, id)
        return label ?? []
      })
      const others = embedded.flatMap((label) => {
        const labelId = idOf(label['id'])
        if (labelId === undefined || !ids) {
          const known = findByName(label) ?? add(label, `${path}.labels`)
          if (!known) findings.warn('rejected_label', {}, id)
          return known ?? []
        }
        if (!ids.includes(labelId)) findings.warn('other_label', {}, id)
        return []
      })
      const distinct = [...new Set([...ofIds, ...others].map(({ external_ref }) => external_ref))]
      for (const _ of distinct.slice(maxPerCard))
        findings.warn('too_many', { path: 'cards[].idLabels', limit: maxPerCard }, id)
      return distinct.slice(0, maxPerCard)
    },
  }
}

/** The board's own labels; before 2014 they were only names by colour, and unnamed colours were no labels. */
function parseBoardLabels(
  { board, findings }: TrelloContext,
  /** Tells whether the label is new. */
  add: (label: JsonObject, path: string) => boolean,
): void {
  if (Array.isArray(board['labels'])) {
    for (const [index, item] of board['labels'].entries()) {
      const path = `labels[${index}]`
      const label = typeof item === 'string' && item.trim() !== '' ? { name: item } : item
      const id = isObject(label) ? (idOf(label['id']) ?? null) : null
      const reason = isObject(label)
        ? 'duplicate: the first one is used'
        : `expected an object, found ${formatExcerpt(label)}`
      if (!isObject(label) || !add(label, path))
        findings.reject({ kind: 'labels', path, id, reason })
    }
    return
  }
  if (!isObject(board['labelNames'])) return
  for (const [color, name] of Object.entries(board['labelNames'])) {
    if (typeof name === 'string' && name.trim() !== '') add({ name, color }, `labelNames.${color}`)
    else if (!isBlankValue(name)) findings.warn('not_text', { path: 'labelNames' }, color)
  }
}

/** Foreign names ("sky", "green_dark") are kept as they are; no colour is gray. */
function parseColor({ findings }: TrelloContext, value: unknown, id: string): string {
  if (value === null || value === undefined || value === '') return 'gray'
  if (isLabelColor(value)) return value
  findings.warn('unknown_color', {}, id)
  return 'gray'
}

export function isLabelColor(value: unknown): value is string {
  return typeof value === 'string' && /^(#[0-9a-fA-F]{6}|[a-z][a-z_]{0,31})$/.test(value)
}
