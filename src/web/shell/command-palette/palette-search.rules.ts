import type { LucideIcon } from 'lucide-react'

import { normalizeText } from '#web/ui/normalize-text.ts'

/** One line of the palette, whatever is behind it. */
interface Searchable {
  readonly id: string
  readonly label: string
}

/** What was typed: a plain text, or with its first sign only actions or one contact. */
export type PaletteQuery =
  | { readonly kind: 'all' | 'actions'; readonly text: string }
  | { readonly kind: 'contact'; readonly text: string }

export function readAsked(typed: string): PaletteQuery {
  const text = typed.trim()
  if (text.startsWith('>')) return { kind: 'actions', text: text.slice(1).trim() }
  if (text.startsWith('@')) return { kind: 'contact', text: text.slice(1).trim() }
  return { kind: 'all', text }
}

/** Those that hold every word: chosen lately first, then those that begin with the text, then words that do. */
export function rankMatches<F extends Searchable>(
  all: readonly F[],
  text: string,
  recent: readonly string[],
): F[] {
  const words = normalizeText(text).split(/\s+/).filter(Boolean)
  const ranked = all.flatMap((one) => {
    const label = normalizeText(one.label)
    if (!words.every((word) => label.includes(word))) return []
    return [{ one, rank: rankOf(label, words, recent.indexOf(one.id)) }]
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ one }) => one)
}

const LATELY = -1000

function rankOf(label: string, words: readonly string[], lately: number) {
  if (lately >= 0) return LATELY + lately
  const first = words[0] ?? ''
  if (label.startsWith(words.join(' '))) return 0
  return ` ${label}`.includes(` ${first}`) ? 1 : 2
}

/** The label in pieces, those that were typed marked. */
export function highlightMatches(label: string, text: string): { text: string; hit: boolean }[] {
  const words = text.split(/\s+/).filter(Boolean)
  if (words.length === 0) return [{ text: label, hit: false }]
  const anyWord = new RegExp(`(${words.map(escaped).join('|')})`, 'iu')
  return label
    .split(anyWord)
    .map((piece, index) => ({ text: piece, hit: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

const escaped = (word: string) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** What the palette offers: a place to go, something to do, or a thing without a page whose name can be copied. */
export interface PaletteItem extends Searchable {
  readonly icon: LucideIcon
  /** What it is, at the end of the line. */
  readonly detail?: string
  /** The keys that do the same. */
  readonly keys?: string
  readonly perform:
    | { readonly to: string }
    | { readonly act: () => void }
    | { readonly copy: string }
}

export interface ChoiceGroup {
  readonly heading: string
  readonly choices: readonly PaletteItem[]
}
