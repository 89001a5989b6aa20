import type { CSSProperties } from 'react'

import { toRem } from './icon.tsx'

/** A hue of its own for every id, the same on every device. */
export function hueOf(id: string): number {
  let hash = 2166136261
  for (const unit of id) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 16777619)
  return (hash >>> 0) % 360
}

/** "Eira Morgan" and "Eira Morgan (eira@example.org)" are EM, "Demo" is De. */
export function formatInitials(name: string): string {
  const [first = '?', ...others] = name
    .replace(/ \(.*\)$/, '')
    .trim()
    .split(/[\s_.-]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const last = others.at(-1)
  const letters = [...first]
  return last
    ? `${letters[0] ?? ''}${[...last][0] ?? ''}`.toUpperCase()
    : letters.slice(0, 2).join('')
}

interface AvatarProps {
  id: string
  name: string
  /** In pixels at the usual size of text. */
  size?: number
  square?: boolean
  /** Beside a visible name the initials are decoration. */
  decorative?: boolean
}

export function Avatar({ id, name, size = 22, square, decorative }: AvatarProps) {
  const style = {
    '--hue': hueOf(id),
    width: toRem(size),
    height: toRem(size),
    fontSize: toRem(Math.max(10, Math.round(size * 0.38))),
  }
  const spoken = decorative
    ? { 'aria-hidden': true }
    : { role: 'img', 'aria-label': name, title: name }
  return (
    <span
      {...spoken}
      style={style as CSSProperties} // React's type does not know custom properties
      className={`avatar inline-grid shrink-0 place-items-center font-semibold select-none ${square ? 'rounded-card' : 'rounded-full'}`}
    >
      {formatInitials(name)}
    </span>
  )
}
