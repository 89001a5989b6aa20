import tokens from '#web/tokens.css?raw'

const SANS = '"Instrument Sans Variable", system-ui, sans-serif'
const DISPLAY = '"Newsreader Variable", Georgia, serif'

/** Fonts of a picture, as a canvas takes them. */
export const sans = (size: number, weight = 400) => `${weight} ${size}px ${SANS}`
export const display = (size: number, weight = 480) => `${weight} ${size}px ${DISPLAY}`

export type Theme = 'light' | 'dark'

/** The value of a color token; the page may have the other theme. */
function colorOf(theme: Theme, name: string): string {
  const blocks = [...tokens.matchAll(/(:root|\[data-theme='dark'\])\s*\{([^}]*)\}/g)]
  const values = blocks
    .filter(([, selector]) => theme === 'dark' || selector === ':root')
    .flatMap(([, , block = '']) => [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)])
    .filter(([, token]) => token === name)
  return values.at(-1)?.[2] ?? 'gray'
}

interface TextOptions {
  font: string
  color?: string
  align?: CanvasTextAlign
  /** A longer text is cut. */
  width?: number
}

/** Draws on a canvas with the color tokens of a theme. */
export function createCanvasWriter(context: CanvasRenderingContext2D, theme: Theme) {
  const color = (name: string) => colorOf(theme, name)
  const fit = (text: string, width: number) => {
    if (context.measureText(text).width <= width) return text
    const characters = [...text]
    while (characters.length > 0 && context.measureText(`${characters.join('')}…`).width > width)
      characters.pop()
    return `${characters.join('')}…`
  }
  return {
    text(text: string, x: number, y: number, options: TextOptions): number {
      const { font, color: name = 'ink', align = 'left', width = Infinity } = options
      Object.assign(context, { font, fillStyle: color(name), textAlign: align })
      const fitted = fit(text, width)
      context.fillText(fitted, x, y)
      return context.measureText(fitted).width
    },
    box(
      x: number,
      y: number,
      width: number,
      height: number,
      name: string,
      radius = 10,
      line?: string,
    ) {
      context.beginPath()
      context.roundRect(x, y, width, height, Math.min(radius, width / 2))
      Object.assign(context, { fillStyle: color(name), lineWidth: 1.5 })
      context.fill()
      if (line === undefined) return
      context.strokeStyle = color(line)
      context.stroke()
    },
    dot(x: number, y: number, radius: number, name: string, alpha = 1) {
      context.globalAlpha = alpha
      context.beginPath()
      context.arc(x, y, radius, 0, 2 * Math.PI)
      context.fillStyle = color(name)
      context.fill()
      context.globalAlpha = 1
    },
    /** A triangle with an exclamation mark, above the line of a text. */
    warning(x: number, y: number, size: number) {
      context.beginPath()
      context.moveTo(x + size / 2, y - size)
      context.lineTo(x + size, y)
      context.lineTo(x, y)
      context.closePath()
      Object.assign(context, { strokeStyle: color('warn-ink'), lineWidth: 2, lineJoin: 'round' })
      context.stroke()
      const font = sans(size * 0.62, 700)
      this.text('!', x + size / 2, y - size * 0.14, { font, color: 'warn-ink', align: 'center' })
    },
  }
}

export type CanvasWriter = ReturnType<typeof createCanvasWriter>
