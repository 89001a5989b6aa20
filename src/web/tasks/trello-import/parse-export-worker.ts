import { FileRefused } from '#client/importers/core/import-error.ts'
import { parseJsonFile } from '#client/importers/formats/json.ts'
import type { BoardPlan } from '#client/importers/trello/board-plan.ts'
import { planTrello } from '#client/importers/trello/trello-importer.ts'
import type { ImportSource } from '#web/ui/import/choose-file.tsx'

/** Posted back, once. */
export type ParseResult =
  | { readonly plan: BoardPlan }
  /** The file is not an export of a board; the message says where. Without a message it could not be read. */
  | { readonly refused: string | undefined }

addEventListener('message', ({ data }: MessageEvent<ImportSource>) => {
  void parse(data).then((result) => postMessage(result))
})

async function parse({ name, content }: ImportSource): Promise<ParseResult> {
  try {
    const text = typeof content === 'string' ? content : decode(await content.arrayBuffer())
    return { plan: planTrello(await parseJsonFile(text), name) }
  } catch (error) {
    return { refused: error instanceof FileRefused ? error.message : undefined }
  }
}

/** UTF-8 unless a byte-order mark says UTF-16, as spreadsheets and some editors write it. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const encoding = !isUtf16 ? 'utf-8' : first === 0xff ? 'utf-16le' : 'utf-16be'
  return new TextDecoder(encoding).decode(bytes)
}
