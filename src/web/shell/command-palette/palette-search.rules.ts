import type { LucideIcon } from 'lucide-react'

import { normalizeText } from '#web/ui/normalize-text.ts'

/** A link or an action. */
export interface PaletteItem {
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon
  /** The kind of item, at the end of the row. */
  readonly detail?: string
  /** An excerpt of what was found besides the label. */
  readonly match?: string
  readonly isArchived?: boolean
  /** The label repeats what was typed instead of matching it. */
  readonly quotesText?: boolean
  /** The equivalent shortcut. */
  readonly keys?: string
  readonly perform: { readonly to: string } | { readonly act: () => void }
}

export interface PaletteGroup {
  readonly heading: string
  readonly items: readonly PaletteItem[]
}

export type SearchStatus = 'searching' | 'done' | 'failed'

/** The input: plain text, or with a prefix only actions (`>`) or one contact (`@`). */
export interface PaletteQuery {
  readonly kind: 'all' | 'actions' | 'contact'
  readonly text: string
}

export function parsePaletteQuery(input: string): PaletteQuery {
  const text = input.trim()
  if (text.startsWith('>')) return { kind: 'actions', text: text.slice(1).trim() }
  if (text.startsWith('@')) return { kind: 'contact', text: text.slice(1).trim() }
  return { kind: 'all', text }
}

/** Items that contain every word: recent ones first, then labels that start with the text, then words that do. */
export function rankMatches<Item extends Pick<PaletteItem, 'id' | 'label'>>(
  items: readonly Item[],
  text: string,
  recentIds: readonly string[],
): Item[] {
  const words = normalizeText(text).split(/\s+/).filter(Boolean)
  const ranked = items.flatMap((item) => {
    const label = normalizeText(item.label)
    if (!words.every((word) => label.includes(word))) return []
    return [{ item, rank: rankOf(label, words, recentIds.indexOf(item.id)) }]
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item)
}

const wordsOf = (text: string) => normalizeText(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Items found for an earlier text that have the words of this one, so that they may stay until its own arrive. */
export const narrowMatches = <Item extends Pick<PaletteItem, 'label' | 'match'>>(
  items: readonly Item[],
  text: string,
): Item[] =>
  items.filter(({ label, match = '' }) => {
    const beginnings = wordsOf(text)
    const words = wordsOf(`${label} ${match}`)
    return (
      (text === '' || beginnings.length > 0) &&
      beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)))
    )
  })

const RECENT_RANK = -1000

function rankOf(label: string, words: readonly string[], recentIndex: number) {
  if (recentIndex >= 0) return RECENT_RANK + recentIndex
  const first = words[0] ?? ''
  if (label.startsWith(words.join(' '))) return 0
  return ` ${label}`.includes(` ${first}`) ? 1 : 2
}

/** Splits a label into parts that match a word of the text and parts that do not. */
export function highlightMatches(
  label: string,
  text: string,
): { text: string; isMatch: boolean }[] {
  const words = text.split(/\s+/).filter(Boolean)
  if (words.length === 0) return [{ text: label, isMatch: false }]
  const anyWord = new RegExp(`(${words.map(escapeRegExp).join('|')})`, 'iu')
  return label
    .split(anyWord)
    .map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}

const escapeRegExp = (word: string) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
