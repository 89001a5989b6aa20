import type { Plugin } from 'vite'

const accents: Record<string, string> = {
  ...{
    a: 'á',
    b: 'ƀ',
    c: 'ç',
    d: 'ð',
    e: 'é',
    f: 'ƒ',
    g: 'ǧ',
    h: 'ĥ',
    i: 'í',
    j: 'ĵ',
    k: 'ķ',
    l: 'ļ',
    m: 'ɱ',
  },
  ...{
    n: 'ñ',
    o: 'ó',
    p: 'þ',
    q: 'ɋ',
    r: 'ŕ',
    s: 'š',
    t: 'ţ',
    u: 'ú',
    v: 'ṽ',
    w: 'ŵ',
    x: 'ẋ',
    y: 'ý',
    z: 'ž',
  },
}

/** Words of a language nobody speaks: as readable as before, and with no letter of ours left in them. */
export const accented = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const accent = accents[letter.toLowerCase()] ?? letter
    return letter === letter.toLowerCase() ? accent : accent.toUpperCase()
  })

interface Piece {
  type: string
  start: number
  end: number
  value?: unknown
  source?: unknown
}

const isPiece = (value: unknown): value is Piece =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

function* piecesIn(node: Piece): Generator<Piece> {
  yield node
  for (const [name, value] of Object.entries(node)) {
    if (name === 'source') continue // an address of a module is no word
    for (const one of Array.isArray(value) ? value : [value]) if (isPiece(one)) yield* piecesIn(one)
  }
}

/** Builds the dashboard with every word of the catalogue accented, so that a word from elsewhere stands out. */
export const pseudoWords = (): Plugin => ({
  name: 'pseudo-words',
  transform: {
    filter: { id: /src\/web\/words\/en-[\w-]+\.ts$/ },
    handler(code) {
      const texts = [...piecesIn(this.parse(code) as Piece)]
        .filter(
          ({ type, value }) =>
            type === 'TemplateElement' || (type === 'Literal' && typeof value === 'string'),
        )
        .toSorted((a, b) => b.start - a.start)
      let out = code
      for (const { start, end } of texts)
        out = out.slice(0, start) + accented(out.slice(start, end)) + out.slice(end)
      return out
    },
  },
})
