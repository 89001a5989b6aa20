import { downloadBlob } from '#web/session/download-file.ts'

declare global {
  // Chromium alone has them, so the DOM library of TypeScript does not.
  var showSaveFilePicker:
    | ((options: {
        readonly suggestedName: string
        readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[]
      }) => Promise<FileSystemFileHandle>)
    | undefined
  interface FileSystemFileHandle {
    remove?: () => Promise<void>
  }
}

/** Whether a file can be written to the disk while it arrives, where the person wants it. */
export const canPickFile = () => globalThis.showSaveFilePicker !== undefined

/** Asks where to save a file; the click that asks must be recent. Undefined where the browser cannot ask. */
export async function pickFile(
  suggestedName: string,
): Promise<FileSystemFileHandle | 'canceled' | undefined> {
  const types = [{ accept: { 'text/csv': ['.csv'] } }]
  try {
    return await globalThis.showSaveFilePicker?.({ suggestedName, types })
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'canceled' : undefined
  }
}

interface StreamedFile {
  readonly type: string
  /** Without it the browser collects the file, outside of the memory of the page. */
  readonly handle: FileSystemFileHandle | undefined
  /** What became of it, after the last chunk; undefined when nothing is worth saving. */
  readonly end: () => { readonly name: string; readonly isPartial: boolean } | undefined
}

/** Saves chunks as a file while they arrive, one in memory at a time. Returns the name of the file. */
export async function streamToFile(
  chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>,
  { type, handle, end }: StreamedFile,
): Promise<string | undefined> {
  const stream = toStream(chunks)
  if (!handle) {
    const blob = await toBlob(stream, type)
    const file = end()
    if (file) downloadBlob(blob, file.name)
    return file?.name
  }
  try {
    await stream.pipeTo(await handle.createWritable())
  } catch (error) {
    // The picker has created it.
    const { size } = await handle.getFile()
    if (size === 0) await handle.remove?.()
    throw error
  }
  const file = end()
  if (file && !file.isPartial) return handle.name
  // A file that was picked cannot be renamed: its rows become another one.
  if (file) downloadBlob(await toBlob((await handle.getFile()).stream(), type), file.name)
  await handle.remove?.()
  return file?.name
}

const toBlob = (stream: ReadableStream<Uint8Array<ArrayBuffer>>, type: string) =>
  new Response(stream, { headers: { 'content-type': type } }).blob()

const toStream = (chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => void (await chunks.return()),
    },
    { highWaterMark: 0 },
  )
