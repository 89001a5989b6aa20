import type { LucideIcon } from 'lucide-react'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'

/** Pixels at the usual size of text as rem, so that an icon grows with the text beside it. */
export const toRem = (pixels: number) => `${pixels / 16}rem`

interface IconProps {
  of: LucideIcon
  /** In pixels at the usual size of text. */
  size?: number
  /** Said by a screen reader; without it the icon is decoration beside a visible word. */
  label?: string
  className?: string
}

/** A lucide glyph, imported from its own path: `import Star from 'lucide-react/icons/star'`. */
export function Icon({ of: Glyph, size = 16, label, className = '' }: IconProps) {
  const spoken = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <Glyph {...spoken} size={toRem(size)} strokeWidth={1.75} className={`shrink-0 ${className}`} />
  )
}

export const themeIcons: Record<'system' | 'light' | 'dark', LucideIcon> = {
  system: Monitor,
  light: Sun,
  dark: Moon,
}

/** The brand mark, in the colours of the theme; `public/favicon.svg` is the same drawing. */
export const Logo = ({ size = 28 }: { size?: number }) => (
  <svg
    width={toRem(size)}
    height={toRem(size)}
    viewBox="0 0 28 28"
    aria-hidden
    className="shrink-0"
  >
    <rect width="28" height="28" rx="8" className="fill-accent" />
    <rect x="6.5" y="7" width="4.2" height="14" rx="1.6" className="fill-on-accent" />
    <rect x="12" y="7" width="4.2" height="9" rx="1.6" className="fill-on-accent opacity-70" />
    <rect x="17.5" y="7" width="4.2" height="5" rx="1.6" className="fill-spark" />
  </svg>
)
