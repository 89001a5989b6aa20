import { inflateSync } from 'node:zlib'

interface Font {
  /** Hexadecimal digits of one character code. */
  readonly digits: number
  readonly texts: ReadonlyMap<number, string>
}

/** The texts of a PDF that Chromium printed, run by run in the order of painting. It reads no other PDF. */
export function readPdfTexts(pdf: Buffer): string[] {
  const objects = readObjects(pdf)
  const fonts = new Map(
    [...objects].flatMap(([id, { head }]) => {
      const [, map] = /\/Type \/Font\n[\s\S]*\/ToUnicode (\d+) 0 R/.exec(head) ?? []
      return map === undefined ? [] : [[`F${id}`, readFont(objects.get(Number(map))?.stream ?? '')]]
    }),
  )
  return [...objects.values()].flatMap(({ head }) => {
    const [, contents] = /\/Type \/Page\n[\s\S]*\/Contents (\d+) 0 R/.exec(head) ?? []
    const stream = objects.get(Number(contents))?.stream ?? ''
    return [...stream.matchAll(/^BT\n([\s\S]*?)^ET$/gm)].map(([, run = '']) => readRun(run, fonts))
  })
}

interface PdfObject {
  readonly head: string
  /** Decompressed; empty without one. */
  readonly stream: string
}

function readObjects(pdf: Buffer): Map<number, PdfObject> {
  const file = pdf.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const match of file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)(?:^endobj|stream\n)/gm)) {
    const [whole, id, head = ''] = match
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const start = match.index + whole.length
    const isText = whole.endsWith('stream\n') && /\/Filter \/FlateDecode\n\/Length/.test(head)
    const stream = isText ? inflateSync(pdf.subarray(start, start + length)).toString('latin1') : ''
    objects.set(Number(id), { head, stream })
  }
  return objects
}

/** From a character map: lines of `<code> <text>`, and of `<first code> <last code> <first text>`. */
function readFont(map: string): Font {
  const texts = new Map<number, string>()
  const hex = (digits = '') => Number.parseInt(digits, 16)
  const textOf = (digits: string) => Buffer.from(digits, 'hex').swap16().toString('utf16le')
  for (const [, code, text = ''] of map.matchAll(/^<(\w+)> <((?:\w{4})+)>$/gm))
    texts.set(hex(code), textOf(text))
  for (const [, first, last, text] of map.matchAll(/^<(\w+)> <(\w+)> <(\w+)>$/gm))
    for (let code = hex(first); code <= hex(last); code += 1)
      texts.set(code, String.fromCharCode(hex(text) + code - hex(first)))
  const [, codes = ''] = /begincodespacerange\n<(\w+)>/.exec(map) ?? []
  return { digits: codes.length, texts }
}

function readRun(run: string, fonts: ReadonlyMap<string, Font>): string {
  let text = ''
  let font: Font | undefined
  for (const [, name, codes = ''] of run.matchAll(/\/(F\d+) [\d.]+ Tf|<(\w+)>/g)) {
    if (name !== undefined) font = fonts.get(name)
    for (let at = 0; font && at < codes.length; at += font.digits)
      text += font.texts.get(Number.parseInt(codes.slice(at, at + font.digits), 16)) ?? ''
  }
  return text.trim()
}
