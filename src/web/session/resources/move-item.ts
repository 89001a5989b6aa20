import type { ShownRequest } from '#client/shown-request.ts'
import type { KeySession } from '#web/session/session.ts'
import type { EditSettings } from './edit-resource.ts'
import type { Item } from './places.ts'
import { positionsAfterMove } from './positions.rules.ts'

interface PositionedItem extends Item {
  readonly position?: number | undefined
}

interface ItemOrder<T> {
  /** All of them, as the person sees them. */
  readonly items: () => readonly T[]
  /** An edit of the resource. */
  readonly save: (
    item: T,
    position: number,
    settings: EditSettings,
  ) => Promise<{ readonly state: string }>
  readonly label: string
  /** The question before an undo where somebody has moved one of several since. */
  readonly movedSince: string
}

/** Moves an item to an index of all of its order. */
export async function moveItem<T extends PositionedItem>(
  session: KeySession,
  id: string,
  index: number,
  order: ItemOrder<T>,
): Promise<void> {
  const items = order.items()
  const positions = positionsAfterMove(items, id, index)
  const item = items.find((one) => one.id === id)
  const position = positions.get(id)
  // Usually its own changes alone; where no number is left between its neighbors, those of all.
  if (positions.size === 1 && item && position !== undefined)
    await order.save(item, position, { label: order.label })
  else if (positions.size > 0) await savePositions(session, positions, order)
}

async function savePositions<T extends PositionedItem>(
  session: KeySession,
  positions: ReadonlyMap<string, number>,
  order: ItemOrder<T>,
) {
  const before = order.items().filter(({ id }) => positions.has(id))
  const requests: ShownRequest[] = []
  const edits = before.map((item) =>
    order.save(item, positions.get(item.id) ?? item.position ?? 0, {
      isRecorded: false,
      requests,
    }),
  )
  const previous = new Map(before.map(({ id, position = 0 }) => [id, position]))
  const isUnchanged = (now: readonly T[]) =>
    before.every(({ id }) => now.find((one) => one.id === id)?.position === positions.get(id))
  const record = session.undo.record({
    label: order.label,
    requests,
    confirmBefore: () => (isUnchanged(order.items()) ? undefined : order.movedSince),
    undo: () => savePositions(session, previous, order),
  })
  const outcomes = await Promise.all(edits)
  if (outcomes.every(({ state }) => state === 'saved')) record.done()
  else record.remove()
}
