import { useCallback, useMemo, useState } from 'react'

import { useSession } from '#web/session/session.ts'
import { deviceStore, entryKey, hasStrings, parseEntry, type Store } from '#web/session/storage.ts'

/** A text that was not sent yet, and when it was last touched. */
interface Draft {
  readonly text: string
  readonly at: string
  /** The text that it changes, which someone else may have replaced when it is sent. */
  readonly from?: string
}

/** Texts longer than a line, kept on this device under the connection's fingerprint until they are sent. */
export function createDrafts(fingerprint: () => string, store: Store = deviceStore) {
  const entry = (id: string) => entryKey(fingerprint(), `draft:${id}`)
  const get = (id: string): Draft | undefined => {
    const value = parseEntry(store.get(entry(id)))
    return isDraft(value) ? value : undefined
  }
  return {
    /** `id` names the place of the text, such as `comment:<post>` or `entry:new`. */
    get,
    /** An empty text is none. Returns false when this device refuses to keep it, as a full one does. */
    save: (id: string, text: string, from?: string): boolean => {
      if (text.trim() !== '')
        return store.set(entry(id), JSON.stringify({ text, at: new Date().toISOString(), from }))
      store.remove(entry(id))
      return true
    },
    /** With `sent` only if that is still the text: what was typed while it was sent stays. */
    remove: (id: string, sent?: string): void => {
      if (sent === undefined || get(id)?.text === sent) store.remove(entry(id))
    },
    /** Names of the places with an unsent text. */
    list: (): string[] => {
      const prefix = entry('')
      const own = store.keys().filter((name) => name.startsWith(prefix))
      return own.map((name) => name.slice(prefix.length))
    },
  }
}

const isDraft = (value: unknown): value is Draft =>
  hasStrings(value, 'text', 'at') &&
  (Reflect.get(Object(value), 'from') === undefined || hasStrings(value, 'from'))

/**
 * A text field whose content survives a closed tab: `[text, write, clear, from]`. `clear` removes it, or only what was sent.
 * `from` is the text that it changes: `initial`, or what that was when a kept text was begun.
 */
export function useDraft(id: string, initial = '') {
  const session = useSession()
  const drafts = useMemo(() => createDrafts(() => session.connection.fingerprint), [session])
  const [draft] = useState(() => drafts.get(id))
  const [from] = useState(draft?.from ?? initial)
  const [text, setText] = useState(draft?.text ?? initial)
  const write = useCallback(
    (next: string, source = from) => {
      setText(next)
      drafts.save(id, next, source)
    },
    [drafts, id, from],
  )
  const clear = useCallback(
    (sent?: string) => {
      drafts.remove(id, sent)
      setText(drafts.get(id)?.text ?? '')
    },
    [drafts, id],
  )
  return [text, write, clear, from] as const
}
