// What a path or a field with this name holds. Without an entry, the name says nothing.
const prefixes: Record<string, string> = {
  contact_id: 'con',
  id_or_email: 'con',
  segment_id: 'seg',
  import_id: 'imp',
  campaign_id: 'cmp',
  automation_id: 'aut',
  enrollment_id: 'enr',
  card_id: 'crd',
  after_card_id: 'crd',
  before_card_id: 'crd',
  member_id: 'mem',
  member_ids: 'mem',
  members: 'mem',
  owner: 'mem',
  post_id: 'pst',
  post_ids: 'pst',
  into_id: 'pst',
  vote_id: 'vot',
  comment_id: 'cmt',
  parent_id: 'cmt',
  user_id: 'usr',
  from_id: 'usr',
  entry_id: 'chg',
  version_id: 'ver',
  subscriber_id: 'sub',
  suppression_id: 'sup',
  status_id: 'sta',
  tag_id: 'ptg',
  key_id: 'key',
  webhook_id: 'whk',
  delivery_id: 'dlv',
  move_cards_to: 'bls',
  after_list_id: 'bls',
}

/** The kind of id that a field or a path has under this name, or `any`; undefined when it holds none. */
export function idFor(path: string, name: string): string | undefined {
  if (name === 'board_id' || name === 'board') return path.startsWith('/feedback') ? 'fbd' : 'brd'
  if (name === 'list_id') return /^\/(boards|cards)/.test(path) ? 'bls' : 'lst'
  if (/^label_ids?$/.test(name)) return path.startsWith('/feedback') ? 'cll' : 'lbl'
  if (name === 'reassign_to') return path.includes('statuses') ? 'sta' : 'fbd'
  return prefixes[name] ?? (/(^|_)id$/.test(name) ? 'any' : undefined)
}

interface Ids {
  /** Remembers every id in an answer. */
  readonly collect: (text: string) => void
  /** `@con#7@` becomes one of the contacts known by then. */
  readonly filled: (text: string) => string
}

/** The ids that a run has met, but for those that must not be touched. */
export function createIds(untouchable: readonly string[]): Ids {
  const known = new Map<string, string[]>()
  const all = (prefix: string) =>
    prefix === 'any' ? [...known.values()].flat() : known.get(prefix)
  return {
    collect(text) {
      for (const [, id = '', prefix = ''] of text.matchAll(/"(([a-z]{3})_[0-9a-z]{20,32})"/g)) {
        const same = known.get(prefix) ?? []
        if (same.includes(id) || untouchable.includes(id)) continue
        known.set(prefix, [id, ...same].slice(0, 20))
      }
    },
    filled: (text) =>
      text.replace(/@(\w{3})#(\d+)@/g, (_, prefix: string, turn: string) => {
        const some = all(prefix) ?? []
        return some[Number(turn) % some.length] ?? `${prefix}_00000000000000000000000000`
      }),
  }
}
