import {
  arrayOf,
  idOf,
  isBlankValue,
  isObject,
  type JsonObject,
  objectsOf,
} from '#client/importers/formats/json.ts'
import {
  mapKeys,
  type MappedKeys,
  type Shape,
  shapes,
  type Tallies,
  tally,
  tallyKeys,
  toUnmappedFields,
} from '#client/importers/formats/unmapped-fields.ts'
import { isLabelColor } from './parse-labels.ts'

const { checked, id, moment, object } = shapes

const text = (value: unknown): value is string => typeof value === 'string'

const isItemState = (value: unknown) => value === 'complete' || value === 'incomplete'

/** A second name of somebody whose full name is read. */
const otherName: Shape = (value, { fullName }) => text(value) && !text(fullName)

/** What the importer reads of each family of records. Every other key is accounted for below. */
function mappedKeysOf(board: JsonObject) {
  const cards = objectsOf(board['cards'])
  const ownBoard: Shape = (value) => idOf(value) === idOf(board['id'])
  const people = new Set(
    objectsOf(board['members'])
      .filter(hasName)
      .map((one) => idOf(one['id'])),
  )
  const person: Shape = (value) => people.has(idOf(value))
  const isSameLabel = sameAsFirst(board['labels'], cards, 'labels')
  const isSameMember = sameAsFirst(board['members'], cards, 'members')
  return {
    '': mapKeys(
      [checked, 'id name desc closed lists labels cards members'],
      [moment, 'dateLastActivity'],
    ),
    'lists[]': mapKeys([checked, 'id name pos closed softLimit'], [ownBoard, 'idBoard']),
    'labels[]': mapKeys([checked, 'name color'], [id, 'id'], [ownBoard, 'idBoard']),
    'members[]': mapKeys([checked, 'id'], [text, 'fullName'], [otherName, 'username']),
    'cards[]': mapKeys(
      [checked, 'id name desc idList idLabels labels idMembers members due dueComplete'],
      [checked, 'start pos closed'],
      // Only a card that is complete has a time of it; what is no time is reported with its card.
      [(value, card) => !moment(value) || card['dueComplete'] === true, 'dateCompleted'],
      [ownBoard, 'idBoard'],
      [moment, 'dateLastActivity'],
    ),
    'cards[].labels[]': mapKeys(
      [id, 'id'],
      [ownBoard, 'idBoard'],
      [(value, label) => text(value) && isSameLabel(label, 'name'), 'name'],
      [(value, label) => isLabelColor(value) && isSameLabel(label, 'color'), 'color'],
    ),
    'cards[].members[]': mapKeys(
      [id, 'id'],
      [(value, member) => text(value) && isSameMember(member, 'fullName'), 'fullName'],
      [otherName, 'username'],
    ),
    'cards[].attachments[]': mapKeys([checked, 'name'], [isLinkOrName, 'url'], [id, 'id']),
    'checklists[]': mapKeys(
      [checked, 'name checkItems'],
      [id, 'id idCard'],
      [ownBoard, 'idBoard'],
      [shapes.number, 'pos'],
    ),
    'checklists[].checkItems[]': mapKeys(
      [checked, 'name'],
      [id, 'id'],
      [person, 'idMember'],
      [isItemState, 'state'],
      [moment, 'due'],
      [shapes.number, 'pos'],
    ),
    'actions[]': mapKeys(
      [checked, 'type'],
      [id, 'id'],
      [(value, action) => isCreator(action, value) || person(value, action), 'idMemberCreator'],
      [moment, 'date'],
      [object, 'data memberCreator'],
    ),
    'actions[].data': mapKeys([checked, 'text'], [object, 'card']),
    'actions[].data.card': mapKeys([id, 'id']),
    'actions[].memberCreator': mapKeys(
      [(value, one) => id(value) && (hasName(one) || person(value, one)), 'id'],
      [text, 'fullName'],
      [otherName, 'username'],
    ),
  } as const satisfies Readonly<Record<string, MappedKeys>>
}

/** An address that is none becomes no link, and is read only as a name. */
const isLinkOrName: Shape = (value, { name }) =>
  !text(value) || /^\s*https?:/i.test(value) || isBlankValue(name) || name === value

const hasName = ({ fullName, username }: JsonObject) =>
  Boolean(text(fullName) ? fullName : text(username) && username)

/** Whether an action itself describes who it names. */
const isCreator = ({ memberCreator }: JsonObject, value: unknown) =>
  isObject(memberCreator) && idOf(memberCreator['id']) === idOf(value) && hasName(memberCreator)

/**
 * Whether a record inside a card says the same as the first one of its id, which is the one that is imported: that of the
 * board, else of an earlier card.
 */
function sameAsFirst(own: unknown, cards: readonly JsonObject[], key: string) {
  const first = new Map<string, JsonObject>()
  for (const one of [...objectsOf(own), ...cards.flatMap((card) => objectsOf(card[key]))]) {
    const name = idOf(one['id'])
    if (name !== undefined && !first.has(name)) first.set(name, one)
  }
  return (record: JsonObject, part: string) => {
    const name = idOf(record['id'])
    return name === undefined || first.get(name)?.[part] === record[part]
  }
}

type Family = keyof ReturnType<typeof mappedKeysOf>

/** Lists of which the importer reads what belongs to a card. */
const readLists = new Set(['checklists', 'cards[].checklists', 'cards[].attachments'])

/** Every key of the export that is not mapped, by path: how much it held, with one example. */
export function unmappedTrelloFields(
  board: JsonObject,
  isImported: (source: unknown) => boolean = () => false,
): ReturnType<typeof toUnmappedFields> {
  const tallies: Tallies = new Map()
  const cards = objectsOf(board['cards'])
  const mapped = mappedKeysOf(board)
  const families: [Family, readonly JsonObject[]][] = [
    ['', [board]],
    ['lists[]', objectsOf(board['lists'])],
    ['labels[]', objectsOf(board['labels'])],
    ['members[]', objectsOf(board['members'])],
    ['cards[]', cards],
    ['cards[].labels[]', cards.flatMap((card) => objectsOf(card['labels']))],
    ['cards[].members[]', cards.flatMap((card) => objectsOf(card['members']))],
    ...importedFamilies(board, cards, isImported),
  ]
  // First, because comments are the loss that people notice most.
  countActions(
    tallies,
    objectsOf(board['actions']).filter((action) => !isImported(action)),
  )
  for (const [family, records] of families) {
    const mappedKeys = new Map(mapped[family])
    // Actions are counted by their type; a board without labels of its own is read by its label names.
    if (family === '')
      mappedKeys
        .set('actions', checked)
        .set(Array.isArray(board['labels']) ? '' : 'labelNames', object)
    tallyKeys(tallies, family, records, mappedKeys, (path, key, value) => {
      // Of these the parser reports whatever is no object.
      const isRead = readLists.has(path)
      const rest = Array.isArray(value)
        ? value.filter((one) => !isImported(one) && (!isRead || isObject(one)))
        : value
      const isWhollyImported = Array.isArray(rest) && rest.length === 0 && !isBlankValue(value)
      if (!isWhollyImported && (!isRead || Array.isArray(value) || isBlankValue(value)))
        count(tallies, path, key, rest)
    })
  }
  return toUnmappedFields(tallies, isBookkeeping, (path) => nouns.get(path))
}

/** The records that became a part of the descriptions of cards: what else they hold is not in those. */
function importedFamilies(
  board: JsonObject,
  cards: readonly JsonObject[],
  isImported: (source: unknown) => boolean,
): [Family, readonly JsonObject[]][] {
  const importedOf = (list: unknown) => objectsOf(list).filter(isImported)
  const checklists = [board, ...cards].flatMap((record) => importedOf(record['checklists']))
  const actions = importedOf(board['actions'])
  const partsOf = (records: readonly JsonObject[], key: string) =>
    records.flatMap((record) => [record[key]].filter(isObject))
  const data = partsOf(actions, 'data')
  return [
    ['cards[].attachments[]', cards.flatMap((card) => importedOf(card['attachments']))],
    ['checklists[]', checklists],
    ['checklists[].checkItems[]', checklists.flatMap(({ checkItems }) => objectsOf(checkItems))],
    ['actions[]', actions],
    ['actions[].data', data],
    ['actions[].data.card', partsOf(data, 'card')],
    ['actions[].memberCreator', partsOf(actions, 'memberCreator')],
  ]
}

/** What people on Trello call the content of a path. */
const nouns = new Map([
  ['actions (commentCard)', 'comments'],
  ['actions (copyCommentCard)', 'copied comments'],
  ['checklists', 'checklist items'],
  ['cards[].checklists', 'checklist items'],
  ['cards[].attachments', 'attachments'],
  ['cards[].customFieldItems', 'custom field values'],
  ['cards[].idMembersVoted', 'votes'],
  ['cards[].stickers', 'stickers'],
  ['cards[].cover', 'covers'],
  ['cards[].dueReminder', 'due date reminders'],
])

function count(tallies: Tallies, path: string, key: string, value: unknown): void {
  if (key === 'checklists' && Array.isArray(value)) {
    tally(tallies, path, value, {
      records: countChecklistCards(path, value),
      items: countChecklistItems(value),
    })
  } else tally(tallies, path, key === 'cover' && isPlainCover(value) ? null : value)
}

/** The entries of checklists are what people wrote, so those are counted; one without any is one. */
const countChecklistItems = (checklists: readonly unknown[]) =>
  objectsOf(checklists).reduce(
    (sum, { checkItems }) => sum + Math.max(1, arrayOf(checkItems).length),
    0,
  )

/** A board's checklists stand beside its cards and name them. */
const countChecklistCards = (path: string, value: unknown) =>
  path === 'checklists' ? new Set(objectsOf(value).map(({ idCard }) => idCard)).size : 1

/** Newer exports give every card a cover object, most of them with nothing in it. */
const isPlainCover = (value: unknown) =>
  isObject(value) &&
  Object.entries(value).every(([key, one]) => isBlankValue(one) || plainCover.get(key)?.has(one))

/** How a cover would look, if it had anything. */
const plainCover: ReadonlyMap<string, ReadonlySet<unknown>> = new Map<string, ReadonlySet<unknown>>(
  [
    ['size', new Set(['normal', 'full'])],
    ['brightness', new Set(['light', 'dark'])],
    ['yPosition', new Set([0, 0.5])],
  ],
)

function countActions(tallies: Tallies, actions: readonly JsonObject[]): void {
  for (const { type, data, date } of actions) {
    const { text: words, card, list } = isObject(data) ? data : {}
    const example = [words, card, list, date].find((one) => !isBlankValue(one)) ?? true
    tally(tallies, `actions (${typeof type === 'string' ? type : 'unknown'})`, example, {
      records: 1,
      items: 1,
    })
  }
}

/** Keys that Trello keeps for itself, or that repeat what other keys say. Unknown keys count as content. */
const bookkeepingKeys = new Set(
  [
    'aaId activityBlocked appCreator avatarHash avatarUrl badges bio bioData checkItemStates confirmed creationMethod',
    'creationMethodError creationMethodLoadingStartedAt dateClosed dateLastView datePluginDisable descData email',
    'enterpriseOwned fetchedAt idAttachmentCover idBoard idBoardSource idChecklists idEnterprise',
    'idEnterprisesDeactivated idMemberCreator idMemberReferrer idOrganization idPremOrgsAdmin idShort idTags initials',
    'invitations invited ixUpdate labelNames limits manualCoverAttachment memberType memberships nodeId nonPublic',
    'nonPublicAvailable pinned powerUps prefs premiumFeatures products shortLink shortUrl shortlink starred status',
    'subscribed templateGallery type url username uses board list bytes display edgeColor entities fileName idChecklist',
    'idMember isMalicious isUpload mimeType nameData previews textData',
  ]
    .join(' ')
    .split(' '),
)

/** Comments stand among the actions; all other actions are the history of a board. */
function isBookkeeping(path: string): boolean {
  const action = /^actions \((.*)\)$/.exec(path)
  if (action) return !/^(copyC|c)ommentCard$/.test(action[1] ?? '')
  // Comments repeat what their card was called, and attachments have a place and a moment.
  const isRest =
    path.startsWith('actions[].data.') || /^cards\[\]\.attachments\[\]\.(?:date|pos)$/.test(path)
  return isRest || bookkeepingKeys.has(path.replace(/^.*\./, ''))
}
