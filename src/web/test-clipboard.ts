import { vi } from 'vitest'

/** Records the texts that a page copies: tests of other files use the clipboard of the browser at the same time. */
export function recordCopies(): readonly string[] {
  const texts: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    texts.push(text)
    return Promise.resolve()
  })
  return texts
}
