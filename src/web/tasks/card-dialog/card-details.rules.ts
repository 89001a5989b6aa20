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

const knownFields: Readonly<Record<keyof Card | 'member_ids', true>> = {
  id: true,
  board_id: true,
  list_id: true,
  name: true,
  description: true,
  label_ids: true,
  members: true,
  member_ids: true,
  due_at: true,
  start_at: true,
  dates: true,
  completed: true,
  completed_at: true,
  status: true,
  position: true,
  post_id: true,
  external_ref: true,
  version: true,
  created_at: true,
  updated_at: true,
}

/** Fields that this version does not know, as name and value. */
export const unknownFields = (card: Card): { name: string; value: string }[] =>
  Object.entries(card)
    .filter(
      ([name, value]) => !Object.hasOwn(knownFields, name) && value !== null && value !== undefined,
    )
    .map(([name, value]) => ({
      name,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    }))
