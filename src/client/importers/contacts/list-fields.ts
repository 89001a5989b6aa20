import type { DownloadCall, ImportCall } from '#client/importers/core/import-call.ts'
import { parseCsvPart, parseCsvTable } from '#client/importers/formats/csv.ts'
import { isFieldHeader } from './contact-columns.ts'

interface FieldSource {
  readonly call: ImportCall
  /** Undefined on a service that exports no contacts. */
  readonly download: DownloadCall | undefined
}

/** The names of the fields of a list: all of them where it can be exported, else of the contacts who were added last. */
export async function fetchFieldNames(
  { call, download }: FieldSource,
  list_id: string,
): Promise<string[]> {
  const names = download && (await fetchExportedFields(download, list_id))
  if (names) return names
  const { data } = await call('GET /lists/:list_id/contacts', { list_id })
  return [...new Set(data.flatMap((contact) => Object.keys(contact.fields)))]
}

/** Undefined when the export fails. */
async function fetchExportedFields(download: DownloadCall, list_id: string) {
  try {
    const stream = await download('GET /lists/:list_id/export', { list_id })
    return (await readHeaders(stream)).filter(isFieldHeader)
  } catch {
    return undefined
  }
}

/** The names of the columns of a CSV file that is still arriving. Cancels the rest. */
async function readHeaders(stream: ReadableStream<Uint8Array>): Promise<readonly string[]> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  try {
    for (let text = ''; ;) {
      const { done, value } = await reader.read()
      text += value ? decoder.decode(value, { stream: true }) : ''
      const lines = text.replaceAll('\r\n', '\n')
      const { rows, next } = parseCsvPart(lines, { offset: 0, row: 1 }, ',', 1)
      const isWhole = next !== undefined || lines.endsWith('\n')
      if (rows[0] && !rows[0].problem && isWhole)
        return parseCsvTable(lines.slice(0, next?.offset), ',').headers
      if (done) throw new Error('The file ends in its first row.')
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}
