interface TextFile {
  readonly name: string
  readonly type: string
  readonly text: string
}

/** Saves a text as a file. */
export const downloadFile = ({ name, type, text }: TextFile): void =>
  downloadBlob(new Blob([text], { type }), name)

/** Saves a file, as a link with `download` does. */
export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Safari reads it only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** No system allows these in the name of a file; direction marks could hide its ending. */
const unsafe = /[<>:"/\\|?*\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g

/** "Readers 2026-11-23.csv". The name of a file that is not complete says so. */
export function formatFileName(
  subject: { readonly name: string; readonly fallback: string },
  day: string,
  extension: string,
  partial = false,
): string {
  const safe = subject.name.replace(unsafe, ' ').replace(/\s+/g, ' ').trim()
  const name =
    [...safe]
      .slice(0, 80)
      .join('')
      .replace(/^[. ]+/, '')
      .trim() || subject.fallback
  return `${name} ${day}${partial ? ' partial' : ''}.${extension}`
}
