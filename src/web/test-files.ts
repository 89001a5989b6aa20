import { vi } from 'vitest'

interface SavedFile {
  readonly name: string
  readonly blob: Blob
}

/** Records the files that a page saves, instead of saving them. */
export function recordFiles(): readonly SavedFile[] {
  const files: SavedFile[] = []
  const blobs = new Map<string, Blob>()
  // As a function: the method would be unbound.
  const createObjectURL = Reflect.get(URL, 'createObjectURL') as (blob: Blob) => string
  vi.spyOn(URL, 'createObjectURL').mockImplementation((object) => {
    const blob = object as Blob // the pages have no media sources
    const url = createObjectURL(blob)
    blobs.set(url, blob)
    return url
  })
  const { prototype } = HTMLAnchorElement
  const click = Reflect.get(prototype, 'click') as () => void
  vi.spyOn(prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href)
    if (this.download && blob) files.push({ name: this.download, blob })
    else Reflect.apply(click, this, [])
  })
  return files
}

/** The text of a file as it is, with its byte order mark. */
export const readFile = async ({ blob }: SavedFile) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer())
