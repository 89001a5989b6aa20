import type { Card } from '#client/resources.ts'

const MAX_TITLE = 512

/** Why a title is refused; one of direction marks and spaces alone could not be seen. */
export function titleIssue(text: string): 'empty' | 'too_long' | undefined {
  if (!isVisible(text)) return 'empty'
  return [...text.trim()].length > MAX_TITLE ? 'too_long' : undefined
}

const isVisible = (text: string): boolean => /[^\p{Z}\p{C}\u3164\u115f\u1160\uffa0]/u.test(text)

/** The title of a card; cards that were imported or created elsewhere may have one that cannot be seen. */
export const visibleTitle = (name: string, otherwise: string): string =>
  isVisible(name) ? name : otherwise

const MAX_NOTES = 50_000

/** How many characters of the notes are too many. */
export const excessOf = (notes: string): number => Math.max(0, [...notes].length - MAX_NOTES)

const knownFields = new Set([
  'id',
  'board_id',
  'list_id',
  'name',
  'description',
  'label_ids',
  'members',
  'member_ids',
  'due_at',
  'start_at',
  'dates',
  'completed',
  'completed_at',
  'status',
  'position',
  'post_id',
  'external_ref',
  'version',
  'created_at',
  'updated_at',
])

/** Fields that this version does not know, as name and value. */
export const unknownFields = (card: Card): { name: string; value: string }[] =>
  Object.entries(card)
    .filter(([name, value]) => !knownFields.has(name) && value !== null && value !== undefined)
    .map(([name, value]) => ({
      name,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    }))
