import type { Comment } from '#client/resources.ts'

export const commentModes = ['team', 'note', 'user'] as const
export type CommentMode = (typeof commentModes)[number]

/** Who can see a comment. A server of the public API alone may not say. */
type CommentVisibility = 'public' | 'internal' | 'unknown'

export const visibilityOf = ({ internal }: Pick<Comment, 'internal'>): CommentVisibility =>
  internal === undefined ? 'unknown' : internal ? 'internal' : 'public'

/** A comment with everything that answers it, directly or not, in the order of the list. */
export interface CommentThread<Item> {
  readonly comment: Item
  readonly replies: readonly Item[]
}

/** Comments as threads; one whose parent is missing, as on a later page, begins its own. */
export function buildThreads<Item extends { id: string; parent_id?: string | null | undefined }>(
  comments: readonly Item[],
): CommentThread<Item>[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]))
  const threads = new Map<string, { comment: Item; replies: Item[] }>()
  const answers: Item[] = []
  for (const comment of byId.values()) {
    if (rootOf(comment, byId) === comment) threads.set(comment.id, { comment, replies: [] })
    else answers.push(comment)
  }
  for (const answer of answers) threads.get(rootOf(answer, byId).id)?.replies.push(answer)
  return [...threads.values()]
}

function rootOf<Item extends { id: string; parent_id?: string | null | undefined }>(
  comment: Item,
  byId: ReadonlyMap<string, Item>,
): Item {
  const visited = new Set<Item>()
  let root = comment
  while (!visited.has(root)) {
    visited.add(root)
    const parent = root.parent_id ? byId.get(root.parent_id) : undefined
    if (!parent) return root
    root = parent
  }
  // A cycle, which no server should send: each of its comments begins a thread.
  return comment
}

/** An answer to what is or may be internal is a note, so that it cannot leak. */
export const isNoteThread = (parent: Pick<Comment, 'internal'> | undefined): boolean =>
  parent !== undefined && visibilityOf(parent) !== 'public'

const LINE_LENGTH = 70
const LINE_HEIGHT = 21
/** Head, actions and gaps of a comment. */
const FRAME_HEIGHT = 68

/** About the pixels of a thread that was not rendered yet. */
export function estimateHeight({ comment, replies }: CommentThread<Pick<Comment, 'body'>>): number {
  const lines = [comment, ...replies].flatMap(({ body }) =>
    body.split('\n').map((line) => Math.ceil(line.length / LINE_LENGTH)),
  )
  const count = lines.reduce((sum, line) => sum + line, 0)
  return count * LINE_HEIGHT + (1 + replies.length) * FRAME_HEIGHT
}
