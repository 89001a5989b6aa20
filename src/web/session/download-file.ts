interface TextFile {
  readonly name: string
  readonly type: string
  readonly text: string
}

/** Saves a text as a file, as a link with `download` does. */
export function downloadFile({ name, type, text }: TextFile): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Safari reads it only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
