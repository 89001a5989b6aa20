import type { BoardPlan } from '#client/importers/trello/board-plan.ts'
import {
  holderOf,
  isObject,
  type Json,
  type Leaf,
  leavesOf,
  type LeafRules,
  normalize,
  toInstant,
  valueAt,
} from './test-leaves.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

/** `2020-01-16 22:17 UTC`, as descriptions write it. */
const toText = (value: unknown) => {
  const instant = toInstant(value)
  return instant && `${instant.slice(0, 16).replace('T', ' ')} UTC`
}

/** Where each path of an export of a board is in its plan. What is not listed has no place there. */
export function trelloRules(file: Json, plan: BoardPlan): LeafRules {
  /** Empty for a record without one. */
  const idOf = (value: Json | undefined) => {
    const id = isObject(value) ? value['id'] : undefined
    return isText(id) || typeof id === 'number' ? normalize(id) : ''
  }
  const byId = <R extends { readonly external_ref: string }>(records: readonly R[], id: unknown) =>
    records.find(
      ({ external_ref }) =>
        (isText(id) || typeof id === 'number') &&
        [`trello:${normalize(id)}`, `${plan.board.external_ref}/${normalize(id)}`].includes(
          external_ref,
        ),
    )
  const isBoard = (value: unknown) => byId([plan.board], value) !== undefined
  const same = (one: unknown, other: unknown) =>
    one !== undefined && one !== null && normalize(one) === normalize(other)
  const isRank = (value: unknown) =>
    value === 'top' || value === 'bottom' || Number.isFinite(Number(value))

  const people = new Map<string, string>()
  if (isObject(file) && Array.isArray(file['members']))
    for (const one of file['members'].filter(isObject))
      people.set(idOf(one), normalize(one['fullName'] ?? one['username']))

  /** The card that a leaf belongs to, by its place or by the id that is written beside it. */
  const cardOf = ({ place }: Leaf) => {
    const [own] = /^cards\[\d+\]/.exec(place) ?? []
    if (own !== undefined) return byId(plan.cards, idOf(valueAt(file, own)))
    const [root = ''] = /^\w+\[\d+\]/.exec(place) ?? []
    const card =
      valueAt(file, `${root}.idCard`) ?? valueAt(file, `${root}.data.card.id`) ?? undefined
    return byId(plan.cards, card)
  }
  const labelsOf = (leaf: Leaf) =>
    plan.labels.filter(({ external_ref }) => cardOf(leaf)?.label_refs.includes(external_ref))
  /** A board may have written a label without its id, by which cards describe it. */
  const byName = ({ place }: Leaf, id: unknown) => {
    const embedded = valueAt(file, `${place.replace(/\].*/, ']')}.labels`)
    const label = Array.isArray(embedded)
      ? embedded.filter(isObject).find((one) => idOf(one) === normalize(id))
      : undefined
    return plan.labels.filter(({ name }) => same(name, label?.['name']))
  }
  const isOnCard = (leaf: Leaf, id: unknown) =>
    byId(labelsOf(leaf), id) !== undefined ||
    (byId(plan.labels, id) === undefined &&
      byName(leaf, id).some((label) => labelsOf(leaf).includes(label)))
  /** The labels that an object in a card may be. */
  const described = (leaf: Leaf) => {
    const label = byId(plan.labels, idOf(parentOf(leaf)))
    return label ? [label] : labelsOf(leaf)
  }
  const membersOf = (leaf: Leaf) =>
    plan.members.filter(({ external_ref }) => cardOf(leaf)?.member_refs.includes(external_ref))
  const recordOf = <R extends { readonly external_ref: string }>(
    records: readonly R[],
    { place }: Leaf,
  ) => byId(records, idOf(valueAt(file, place.replace(/\].*/, ']'))))
  const parentOf = (leaf: Leaf) => holderOf(file, leaf)

  const texts = new Map(
    plan.cards.flatMap(({ content }) => content.map((entry) => [entry, normalize(entry.text)])),
  )
  /** Whether one block of a card's content has all of these in it. */
  const isWritten = (leaf: Leaf, kind: string, ...parts: readonly unknown[]) =>
    (cardOf(leaf)?.content ?? []).some(
      (entry) =>
        entry.kind === kind &&
        parts.every((part) => part !== undefined && texts.get(entry)?.includes(normalize(part))),
    )
  const itemOf = (leaf: Leaf) => {
    const holder = parentOf(leaf)
    return `] ${(isText(holder['name']) && normalize(holder['name'])) || 'Untitled'}`
  }
  const commentOf = ({ place }: Leaf) => {
    const text = valueAt(file, `${place.replace(/\].*/, ']')}.data.text`)
    return isText(text) ? text : ''
  }
  const actionOf = ({ place }: Leaf) => {
    const action = valueAt(file, place.replace(/\].*/, ']'))
    return isObject(action) ? action : {}
  }
  const isPart = (leaf: Leaf, kind: string) => isWritten(leaf, kind)
  const creatorName = (leaf: Leaf) => {
    const { fullName, username } = creatorOf(leaf)
    const { idMemberCreator } = actionOf(leaf)
    const known = [idMemberCreator, creatorOf(leaf)['id']].map((id) => people.get(String(id)))
    return [fullName, username, ...known].find((name) => isText(name) && name !== '')
  }
  const creatorOf = (leaf: Leaf) => {
    const { memberCreator } = actionOf(leaf)
    return isObject(memberCreator) ? memberCreator : {}
  }

  const rules: Readonly<Record<string, (leaf: Leaf) => boolean>> = {
    id: ({ value }) => isBoard(value),
    name: ({ value }) => same(plan.board.name, value),
    desc: ({ value }) => same(plan.board.description, value),
    closed: ({ value }) => value === true && plan.board.archived,
    dateLastActivity: ({ value }) => plan.board.updated_at === toInstant(value),

    'lists[].id': (leaf) => byId(plan.lists, leaf.value) !== undefined,
    'lists[].name': (leaf) => same(recordOf(plan.lists, leaf)?.name, leaf.value),
    'lists[].pos': (leaf) => recordOf(plan.lists, leaf) !== undefined && isRank(leaf.value),
    'lists[].closed': (leaf) =>
      leaf.value === true && recordOf(plan.lists, leaf)?.archived === true,
    'lists[].softLimit': (leaf) => recordOf(plan.lists, leaf)?.wip_limit === leaf.value,
    'lists[].idBoard': ({ value }) => isBoard(value),

    'labels[]': ({ value }) => plan.labels.some(({ name }) => same(name, value)),
    'labels[].id': ({ value }) => byId(plan.labels, value) !== undefined,
    'labels[].name': (leaf) =>
      same(recordOf(plan.labels, leaf)?.name, leaf.value) ||
      (idOf(parentOf(leaf)) === '' && plan.labels.some(({ name }) => same(name, leaf.value))),
    'labels[].color': (leaf) =>
      same(recordOf(plan.labels, leaf)?.color, leaf.value) ||
      (idOf(parentOf(leaf)) === '' && plan.labels.some(({ color }) => same(color, leaf.value))),
    'labels[].idBoard': ({ value }) => isBoard(value),

    'members[]': ({ value }) => plan.members.some(({ name }) => same(name, value)),
    'members[].id': ({ value }) => byId(plan.members, value) !== undefined,
    'members[].fullName': (leaf) => same(recordOf(plan.members, leaf)?.name, leaf.value),
    'members[].username': (leaf) => same(recordOf(plan.members, leaf)?.name, leaf.value),

    'cards[].id': (leaf) => byId(plan.cards, leaf.value) !== undefined,
    'cards[].name': (leaf) => same(cardOf(leaf)?.name, leaf.value),
    'cards[].desc': (leaf) => same(cardOf(leaf)?.description, leaf.value),
    'cards[].idBoard': ({ value }) => isBoard(value),
    'cards[].idList': (leaf) => {
      const list = byId(plan.lists, leaf.value)
      return list !== undefined && list.external_ref === cardOf(leaf)?.list_ref
    },
    'cards[].idLabels[]': (leaf) => isOnCard(leaf, leaf.value),
    'cards[].labels[]': (leaf) =>
      labelsOf(leaf).some(({ name }) => same(name, leaf.value)) ||
      byId(labelsOf(leaf), leaf.value) !== undefined,
    'cards[].labels[].id': (leaf) => isOnCard(leaf, leaf.value),
    'cards[].labels[].name': (leaf) => described(leaf).some(({ name }) => same(name, leaf.value)),
    'cards[].labels[].color': (leaf) =>
      described(leaf).some(({ color }) => same(color, leaf.value)),
    'cards[].labels[].idBoard': ({ value }) => isBoard(value),
    'cards[].idMembers[]': (leaf) => byId(membersOf(leaf), leaf.value) !== undefined,
    'cards[].members[]': (leaf) => {
      const key = normalize(leaf.value)
      const person = [...people].find((names) => names.includes(key))
      return (
        membersOf(leaf).some(({ name }) => same(name, key)) ||
        byId(membersOf(leaf), person?.[0] ?? key) !== undefined
      )
    },
    'cards[].members[].id': (leaf) => byId(membersOf(leaf), leaf.value) !== undefined,
    'cards[].members[].fullName': (leaf) =>
      membersOf(leaf).some(({ name }) => same(name, leaf.value)),
    'cards[].members[].username': (leaf) =>
      membersOf(leaf).some(({ name }) => same(name, leaf.value)),
    'cards[].due': (leaf) => cardOf(leaf)?.due_at === toInstant(leaf.value),
    'cards[].start': (leaf) => cardOf(leaf)?.start_at === toInstant(leaf.value),
    'cards[].dueComplete': (leaf) => leaf.value === true && cardOf(leaf)?.completed === true,
    'cards[].dateCompleted': (leaf) => cardOf(leaf)?.completed_at === toInstant(leaf.value),
    'cards[].pos': (leaf) => cardOf(leaf) !== undefined && isRank(leaf.value),
    'cards[].closed': (leaf) => leaf.value === true && cardOf(leaf)?.status === 'archived',
    'cards[].dateLastActivity': (leaf) => cardOf(leaf)?.updated_at === toInstant(leaf.value),

    'cards[].attachments[]': (leaf) => isWritten(leaf, 'attachments', leaf.value),
    'cards[].attachments[].name': (leaf) => isWritten(leaf, 'attachments', leaf.value),
    'cards[].attachments[].url': (leaf) => isWritten(leaf, 'attachments', leaf.value),
    // Ids of parts only tell them apart.
    'cards[].attachments[].id': (leaf) => isPart(leaf, 'attachments'),
    'checklists[].id': (leaf) => isPart(leaf, 'checklists'),
    'checklists[].idCard': (leaf) => isPart(leaf, 'checklists'),
    'checklists[].idBoard': ({ value }) => isBoard(value),
    'checklists[].pos': (leaf) => isPart(leaf, 'checklists') && Number.isFinite(leaf.value),
    'checklists[].name': (leaf) => isWritten(leaf, 'checklists', `### ${leaf.value}`),
    'checklists[].checkItems[]': (leaf) => isWritten(leaf, 'checklists', `] ${leaf.value}`),
    'checklists[].checkItems[].id': (leaf) => isWritten(leaf, 'checklists', itemOf(leaf)),
    'checklists[].checkItems[].name': (leaf) => isWritten(leaf, 'checklists', `] ${leaf.value}`),
    'checklists[].checkItems[].pos': (leaf) =>
      isWritten(leaf, 'checklists', itemOf(leaf)) && Number.isFinite(leaf.value),
    'checklists[].checkItems[].state': (leaf) =>
      (leaf.value === 'complete' && isWritten(leaf, 'checklists', `- [x${itemOf(leaf)}`)) ||
      (leaf.value === 'incomplete' && isWritten(leaf, 'checklists', `- [ ${itemOf(leaf)}`)),
    'checklists[].checkItems[].due': (leaf) =>
      isWritten(leaf, 'checklists', itemOf(leaf), toText(leaf.value)),
    'checklists[].checkItems[].idMember': (leaf) =>
      isWritten(leaf, 'checklists', itemOf(leaf), people.get(String(leaf.value))),

    'actions[].type': (leaf) => isWritten(leaf, 'comments', commentOf(leaf)),
    'actions[].id': (leaf) => isWritten(leaf, 'comments', commentOf(leaf)),
    'actions[].date': (leaf) => isWritten(leaf, 'comments', commentOf(leaf), toText(leaf.value)),
    'actions[].data.text': (leaf) => isWritten(leaf, 'comments', leaf.value),
    'actions[].data.card.id': (leaf) => isWritten(leaf, 'comments', commentOf(leaf)),
    'actions[].idMemberCreator': (leaf) =>
      String(creatorOf(leaf)['id']) === String(leaf.value) ||
      isWritten(leaf, 'comments', commentOf(leaf), people.get(String(leaf.value))),
    'actions[].memberCreator.id': (leaf) =>
      isWritten(leaf, 'comments', commentOf(leaf), creatorName(leaf)),
    'actions[].memberCreator.fullName': (leaf) =>
      isWritten(leaf, 'comments', commentOf(leaf), leaf.value),
    'actions[].memberCreator.username': (leaf) =>
      isWritten(leaf, 'comments', commentOf(leaf), leaf.value),
  }
  // How a cover would look says nothing while it shows nothing: newer exports give one to every card.
  const looks: Readonly<Record<string, readonly unknown[]>> = {
    size: ['normal', 'full'],
    brightness: ['light', 'dark'],
    yPosition: [0.5],
  }
  const isPlainCover = ({ path, place }: Leaf) =>
    /^cards\[\]\.cover\.\w+$/.test(path) &&
    Object.entries(valueAt(file, place.replace(/\.\w+$/, '')) ?? {}).every(
      ([key, value]) => leavesOf(value).length === 0 || looks[key]?.includes(value) === true,
    )
  const isCommentType = (type: unknown) => isText(type) && /^(?:copyC|c)ommentCard$/.test(type)
  const written = new Map<string, boolean>()
  const isOldBoard = isObject(file) && !Array.isArray(file['labels'])
  return {
    isPlanned: (leaf) => {
      if (isPlainCover(leaf)) return true
      const [, color] = /^labelNames\.(\w+)$/.exec(leaf.path) ?? []
      if (color !== undefined)
        return isOldBoard && plan.labels.some(({ name }) => same(name, leaf.value))
      return rules[leaf.path.replace(/^cards\[\]\.checklists/, 'checklists')]?.(leaf) === true
    },
    // Checklists inside cards have the paths of those beside them.
    reportPaths: (path) => [
      ...new Set([path, path.replace(/^cards\[\]\.checklists/, 'checklists')]),
    ],
    aliases: (leaf) => {
      const [unit] = /^actions\[\d+\]/.exec(leaf.place) ?? []
      if (unit === undefined) return []
      // One that became a comment of a card is counted by its parts.
      if (!written.has(unit))
        written.set(
          unit,
          isCommentType(actionOf(leaf)['type']) && isWritten(leaf, 'comments', commentOf(leaf)),
        )
      if (written.get(unit) === true) return []
      const type = valueAt(file, `${unit}.type`)
      return [{ path: `actions (${typeof type === 'string' ? type : 'unknown'})`, unit }]
    },
  }
}
