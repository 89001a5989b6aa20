import { useCallback, useMemo, useState } from 'react'

import { useSession } from '#web/session/session.ts'
import { deviceStore, entryName, type Store } from '#web/session/storage.ts'

/** A text that was not sent yet, and when it was last touched. */
interface Draft {
  readonly text: string
  readonly at: string
}

/** Texts longer than a line, kept on this device under the connection's fingerprint until they are sent. */
export function createDrafts(fingerprint: () => string, store: Store = deviceStore) {
  const entry = (what: string) => entryName(fingerprint(), `draft:${what}`)
  return {
    /** `what` names the place of the text, such as `comment:<post>` or `entry:new`. */
    read: (what: string): Draft | undefined => {
      try {
        const value: unknown = JSON.parse(store.get(entry(what)) ?? 'null')
        return isDraft(value) ? value : undefined
      } catch {
        return undefined
      }
    },
    /** An empty text is none. */
    keep: (what: string, text: string): void => {
      if (text.trim() === '') store.remove(entry(what))
      else store.set(entry(what), JSON.stringify({ text, at: new Date().toISOString() }))
    },
    drop: (what: string): void => store.remove(entry(what)),
    /** Names of the places with an unsent text. */
    list: (): string[] => {
      const start = entry('')
      const own = store.names().filter((name) => name.startsWith(start))
      return own.map((name) => name.slice(start.length))
    },
  }
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  'at' in value &&
  typeof value.text === 'string' &&
  typeof value.at === 'string'

/** A text field whose content survives a closed tab: `[text, write, sent]`. `sent` empties it for good. */
export function useDraft(what: string, first = '') {
  const session = useSession()
  const drafts = useMemo(() => createDrafts(() => session.connection.fingerprint), [session])
  const [text, setText] = useState(() => drafts.read(what)?.text ?? first)
  const write = useCallback(
    (typed: string) => {
      setText(typed)
      drafts.keep(what, typed)
    },
    [drafts, what],
  )
  const sent = useCallback(() => {
    setText('')
    drafts.drop(what)
  }, [drafts, what])
  return [text, write, sent] as const
}
