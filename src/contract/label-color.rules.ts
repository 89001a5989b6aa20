/** Hues of the colors in tokens.css, which has a background, a text and a mark for each. */
const hues = {
  red: 25,
  orange: 62,
  yellow: 98,
  lime: 126,
  green: 150,
  teal: 185,
  sky: 228,
  blue: 258,
  indigo: 281,
  purple: 305,
  pink: 352,
} as const

export type LabelColor = keyof typeof hues | 'black' | 'gray'

const aliases: Record<string, LabelColor> = {
  grey: 'gray',
  amber: 'yellow',
  cyan: 'teal',
  turquoise: 'teal',
  violet: 'purple',
  magenta: 'pink',
  rose: 'pink',
  gray: 'gray',
  black: 'black',
}

const isHue = (name: string): name is keyof typeof hues => Object.hasOwn(hues, name)

/** The display color of a label, whatever the server calls it; unknown or missing is gray. */
export function labelColor(value: string | null | undefined): LabelColor {
  const name = (value ?? '').toLowerCase().replace(/_(light|dark)$/, '')
  if (name.startsWith('#')) return nearestHue(name)
  if (isHue(name)) return name
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? 'gray') : 'gray'
}

function nearestHue(hex: string): LabelColor {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(hex)
  if (!digits) return 'gray'
  const [red = 0, green = 0, blue = 0] = digits.slice(1).map((pair) => linear(parseInt(pair, 16)))
  const { chroma, hue } = oklch(red, green, blue)
  if (chroma < 0.03) return 'gray'
  const distance = ([, other]: [string, number]) => Math.abs(((hue - other + 540) % 360) - 180)
  const [first] = Object.entries(hues).toSorted((one, other) => distance(one) - distance(other))
  return first && isHue(first[0]) ? first[0] : 'gray'
}

const linear = (byte: number) => {
  const part = byte / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

// Matrices of the OKLab color space, from linear sRGB.
function oklch(red: number, green: number, blue: number) {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { chroma: Math.hypot(a, b), hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 }
}
