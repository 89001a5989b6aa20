import type { Plugin } from 'vite'

const accents = new Map(
  Array.from('áƀçðéƒǧĥíĵķļɱñóþɋŕšťúṽŵẋýž', (accent, index) => [
    String.fromCodePoint(97 + index),
    accent,
  ]),
)

/** Accents every letter: still readable, and no ASCII letter is left. */
const accentText = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const accent = accents.get(letter.toLowerCase()) ?? letter
    return letter === letter.toLowerCase() ? accent : accent.toUpperCase()
  })

interface SyntaxNode {
  type: string
  start: number
  end: number
  value?: unknown
  source?: unknown
}

const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

function* descendants(node: SyntaxNode): Generator<SyntaxNode> {
  yield node
  for (const [name, value] of Object.entries(node)) {
    if (name === 'source') continue // a module specifier is not a message
    for (const child of Array.isArray(value) ? value : [value])
      if (isSyntaxNode(child)) yield* descendants(child)
  }
}

/** Builds the dashboard with every message of the catalogue accented, so that text from elsewhere stands out. */
export const pseudoLocale = (): Plugin => ({
  name: 'pseudo-locale',
  transform: {
    filter: { id: /src\/web\/messages\/en\/[\w-]+\.ts$/ },
    handler(code) {
      const texts = [...descendants(this.parse(code) as SyntaxNode)]
        .filter(
          ({ type, value }) =>
            type === 'TemplateElement' || (type === 'Literal' && typeof value === 'string'),
        )
        .toSorted((a, b) => b.start - a.start)
      let output = code
      for (const { start, end } of texts)
        output = output.slice(0, start) + accentText(output.slice(start, end)) + output.slice(end)
      return output
    },
  },
})
