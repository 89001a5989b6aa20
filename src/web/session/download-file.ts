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
