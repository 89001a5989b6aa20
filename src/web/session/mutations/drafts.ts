import { useCallback, useMemo, useState } from 'react'

import { useSession } from '#web/session/session.ts'
import { deviceStore, entryKey, hasStrings, parseEntry, type Store } from '#web/session/storage.ts'

/** A text that was not sent yet, and when it was last touched. */
interface Draft {
  readonly text: string
  readonly at: string
  /** The text that it changes, which someone else may have replaced when it is sent. */
  readonly from?: string
  /** Texts of the person before this one, which the service may have by now. */
  readonly sent?: readonly string[]
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
    save: (id: string, text: string, from?: string, sent?: readonly string[]): boolean => {
      const draft = { text, at: new Date().toISOString(), from, sent }
      if (text.trim() !== '') return store.set(entry(id), JSON.stringify(draft))
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

function isDraft(value: unknown): value is Draft {
  if (!hasStrings(value, 'text', 'at')) return false
  const [from = '', sent = []]: unknown[] = ['from', 'sent'].map((key) =>
    Reflect.get(Object(value), key),
  )
  const isText = (one: unknown) => typeof one === 'string'
  return isText(from) && Array.isArray(sent) && sent.every(isText)
}

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
    (next: string) => {
      setText(next)
      drafts.save(id, next, from)
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
