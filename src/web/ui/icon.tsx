import type { LucideIcon } from 'lucide-react'

interface IconProps {
  of: LucideIcon
  size?: number
  /** Said by a screen reader; without it the icon is decoration beside a visible word. */
  label?: string
  className?: string
}

/** A lucide glyph, imported from its own path: `import Star from 'lucide-react/icons/star'`. */
export function Icon({ of: Glyph, size = 16, label, className = '' }: IconProps) {
  const spoken = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return <Glyph {...spoken} size={size} strokeWidth={1.75} className={`shrink-0 ${className}`} />
}
