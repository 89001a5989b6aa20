import { sanitizeField, lengthOf, sanitizeLine } from '#client/importers/core/sanitize.ts'
import { idOf, isObject, type JsonObject, objectsOf } from '#client/importers/formats/json.ts'
import type { PlannedLabel } from './board-plan.ts'
import { type SourceRecord, type TrelloContext } from './trello-export.ts'

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

  parseBoardLabels(context, add, (id) => byId.has(id))
  return {
    planned,
    refsFor({ record, id, path }) {
      const embedded = objectsOf(record['labels'])
      const labelRefs = Array.isArray(record['idLabels'])
        ? record['idLabels'].flatMap((label_id: unknown) => {
            const labelId = idOf(label_id) ?? ''
            const description = embedded.find((label) => idOf(label['id']) === labelId)
            const label = byId.get(labelId) ?? (description && add(description, `${path}.labels`))
            if (!label) findings.warn('cards[].idLabels: unknown label, omitted', id)
            return label ? [label.external_ref] : []
          })
        : embedded.flatMap((label) => add(label, `${path}.labels`)?.external_ref ?? [])
      const distinct = [...new Set(labelRefs)]
      if (distinct.length > maxPerCard) {
        findings.warn(`cards[].idLabels: more than ${maxPerCard} labels, the rest omitted`, id)
      }
      return distinct.slice(0, maxPerCard)
    },
  }
}

/** The board's own labels; before 2014 they were only names by colour, and unnamed colours were no labels. */
function parseBoardLabels(
  { board, findings }: TrelloContext,
  add: (label: JsonObject, path: string) => PlannedLabel | undefined,
  hasId: (id: string) => boolean,
): void {
  if (Array.isArray(board['labels'])) {
    for (const [index, label] of board['labels'].entries()) {
      const path = `labels[${index}]`
      const id = isObject(label) ? idOf(label['id']) : undefined
      const reason = isObject(label) ? 'duplicate: the first one is used' : 'expected an object'
      if (isObject(label) && (id === undefined || !hasId(id))) add(label, path)
      else findings.reject({ kind: 'labels', path, id: id ?? null, reason })
    }
    return
  }
  if (!isObject(board['labelNames'])) return
  for (const [color, name] of Object.entries(board['labelNames'])) {
    if (typeof name === 'string' && name.trim() !== '') add({ name, color }, `labelNames.${color}`)
  }
}

/** Foreign names ("sky", "green_dark") are kept as they are; no colour is gray. */
function parseColor({ findings }: TrelloContext, value: unknown, id: string): string {
  if (value === null || value === undefined || value === '') return 'gray'
  if (typeof value === 'string' && /^(#[0-9a-fA-F]{6}|[a-z][a-z_]{0,31})$/.test(value)) return value
  findings.warn('labels[].color: unknown color, imported as gray', id)
  return 'gray'
}
