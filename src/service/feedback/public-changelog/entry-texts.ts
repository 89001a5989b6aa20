import { escapeXml } from './escape-html.rules.ts'
import { type RenderedText, renderMarkdown } from './markdown-html.ts'
import type { MarkdownThread } from './markdown-thread.ts'
import type { PublicEntry } from './public-entries.store.ts'

/** Rendered texts of entries, so that a page is built again without rendering what has not changed. */
export interface EntryTexts {
  readonly render: (entry: PublicEntry, level: 2 | 3, maxBytes?: number) => Promise<RenderedText>
  /** As HTML that has at most `maxBytes` after it was escaped once more. */
  readonly renderForFeed: (entry: PublicEntry, maxBytes: number) => Promise<RenderedText>
}

const maxCharacters = 8_000_000

export function createEntryTexts(thread?: MarkdownThread): EntryTexts {
  const cache = new Map<string, RenderedText>()
  let characters = 0

  function forget(key: string): void {
    characters -= cache.get(key)?.html.length ?? 0
    cache.delete(key)
  }

  function remember(key: string, text: RenderedText): void {
    forget(key)
    cache.set(key, text)
    characters += text.html.length
    for (const oldest of cache.keys()) {
      if (characters <= maxCharacters) return
      forget(oldest)
    }
  }

  async function render(entry: PublicEntry, level: 2 | 3, maxBytes = Infinity) {
    const key = `${entry.id} ${entry.revision} ${level} ${maxBytes}`
    const cached = cache.get(key)
    if (cached && cached.retryAt > Date.now()) return cached
    const text = await renderMarkdown(entry.body, level, maxBytes, thread)
    remember(key, text)
    return text
  }

  return {
    render,
    async renderForFeed(entry, maxBytes) {
      for (let limit = maxBytes; ; limit = Math.floor(limit / 2)) {
        const text = await render(entry, 2, limit)
        if (Buffer.byteLength(escapeXml(text.html)) <= maxBytes) return text
      }
    },
  }
}
