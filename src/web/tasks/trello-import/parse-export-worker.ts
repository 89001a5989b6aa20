import { FileRefused } from '#client/importers/core/import-error.ts'
import { decodeText, detectEncoding } from '#client/importers/formats/decode-text.ts'
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

/** UTF-8, or UTF-16 as spreadsheets and some editors write it. */
function decode(content: ArrayBuffer): string {
  const bytes = new Uint8Array(content)
  return decodeText(bytes, detectEncoding(bytes))
}
