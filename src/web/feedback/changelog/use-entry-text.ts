import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { listConnections } from '#web/session/connections.ts'
import { createDrafts } from '#web/session/mutations/drafts.ts'
import { registerFlush } from '#web/session/mutations/flush-drafts.ts'
import { resolveConflict } from '#web/session/resources/edit-resource.ts'
import { pickFields } from '#web/session/resources/resource.ts'
import { useSession } from '#web/session/session.ts'
import { deletedEntries } from './changelog.data.ts'
import { entryResource } from './entry-resource.ts'
import { createEntry, type SaveOutcome, saveText } from './entry-saving.data.ts'
import {
  changedFields,
  differingFields,
  emptyText,
  type EntryText,
  formatDraft,
  draftId,
  isNewer,
  isSameText,
  mergeTexts,
  parseDraft,
  problemOf,
  textOf,
} from './entry-text.rules.ts'

const SAVE_AFTER_MS = 2000
/** A long text is not written to the device with every key. */
const KEEP_AFTER_MS = 200

interface EntryTextOptions {
  /** As the service has it; undefined while nothing was sent. */
  readonly entry: Entry | undefined
  /** Somebody deleted it meanwhile. */
  readonly isMissing: boolean
  /** The service can change an entry: the text is saved by itself. */
  readonly canEdit: boolean
  readonly onCreate: (entry: Entry) => void
}

type SaveState =
  | { readonly state: 'idle' | 'saving' | 'missing' }
  | { readonly state: 'failed'; readonly error: ApiError }
  | Conflict

/** Somebody else saved another text. */
interface Conflict {
  readonly state: 'conflict'
  readonly theirs: Entry
  /** What both have changed; undefined where this device kept the text of an older version. */
  readonly from: EntryText | undefined
}

const missing: SaveState = { state: 'missing' }

interface Writing {
  readonly text: EntryText
  /** The entry that the text changes, and its text as the service has it. */
  readonly base: Entry | undefined
  readonly saved: EntryText
  readonly save: SaveState
  /** This device keeps what is not sent yet. */
  readonly isKept: boolean
  /** A new text of an earlier visit, and nothing was changed since. */
  readonly isRestored: boolean
}

/**
 * The text of one entry while it is written. It is kept on this device with every key, and saved two seconds after the
 * last. What somebody else changed meanwhile is merged, and of the same field never overwritten unasked.
 */
export function useEntryText({ entry, isMissing, canEdit, onCreate }: EntryTextOptions) {
  const session = useSession()
  const drafts = useMemo(() => createDrafts(() => session.connection.fingerprint), [session])
  const [restored] = useState(() => drafts.get(draftId(entry))?.text ?? '')
  const [writing, setWriting] = useState<Writing>(() => start(entry, parseDraft(restored)))
  const latest = useRef(writing)
  const timers = useRef<{ keep?: Timer | undefined; save?: Timer | undefined }>({})
  const kept = useRef(restored)
  const creation = useRef<Promise<Entry | undefined> | undefined>(undefined)

  const update = (next: Partial<Writing>) => {
    latest.current = { ...latest.current, ...next }
    setWriting(latest.current)
  }

  /** Writes the text to this device, or removes it once the service has it. */
  const keep = () => {
    clearTimeout(timers.current.keep)
    timers.current.keep = undefined
    // Signing out has removed all of the connection from this device.
    const { fingerprint } = session.connection
    if (!listConnections().some((one) => one.fingerprint === fingerprint)) return
    const { text, base, saved } = latest.current
    const id = draftId(base)
    if (!isSameText(text, saved)) {
      kept.current = formatDraft({ text, version: base?.version })
      const isKept = drafts.save(id, kept.current)
      if (isKept !== latest.current.isKept) update({ isKept })
    } else if (kept.current !== '') {
      // Only its own: another tab may keep a text of this entry as well.
      drafts.remove(id, kept.current)
      kept.current = ''
    }
  }

  const saveLater = () => {
    clearTimeout(timers.current.save)
    if (canEdit) timers.current.save = setTimeout(() => void save(), SAVE_AFTER_MS)
  }

  const settle = (outcome: SaveOutcome, sent: EntryText) => {
    if (outcome.state === 'canceled') return undefined
    if (outcome.state === 'conflict') return receive(outcome.theirs)
    if (outcome.state !== 'saved') {
      update({ save: outcome })
      keep()
      return undefined
    }
    const isNew = latest.current.base === undefined
    if (isNew) drafts.remove('entry:new')
    update({ base: outcome.entry, saved: sent, save: { state: 'idle' } })
    keep()
    if (isNew) onCreate(outcome.entry)
    return outcome.entry
  }

  const create = async (text: EntryText, schedule?: Schedule) => {
    const entry = await settle(await createEntry(session, text, schedule), text)
    creation.current = undefined
    return entry
  }

  /** Sends what was not sent yet; resolves with the entry as the service has it now. */
  const save = async (schedule?: Schedule): Promise<Entry | undefined> => {
    clearTimeout(timers.current.save)
    await creation.current
    const { text, base, saved, save: current } = latest.current
    if (base && isSameText(text, saved)) return base
    if (problemOf(text) || (base && !canEdit) || current.state === 'conflict') return undefined
    update({ save: { state: 'saving' } })
    if (!base) return (creation.current = create(text, schedule))
    const texts = { from: saved, to: text }
    return settle(await saveText(session, () => latest.current.base ?? base, texts), text)
  }

  /** The entry came from the service: another tab, another person, or the answer to a conflict. */
  const receive = (theirs: Entry): Entry | undefined | Promise<Entry | undefined> => {
    const { text, base, saved, save: current } = latest.current
    const theirText = textOf(theirs)
    if (base && isSameText(theirText, textOf(base))) {
      // Only its dates are new, so the text belongs to this version too.
      update({ base: theirs, save: { state: 'idle' } })
      return isSameText(text, saved) ? theirs : save()
    }
    const from = current.state === 'conflict' ? current.from : saved
    const merged = mergeTexts(from ?? saved, text, theirText)
    const isKnown = from !== undefined || isSameText(theirText, text)
    if (isKnown && merged.conflicts.length === 0) {
      update({ base: theirs, saved: theirText, text: merged.text, save: { state: 'idle' } })
      keep()
      return isSameText(merged.text, theirText) ? theirs : save()
    }
    update({ save: { state: 'conflict', theirs, from } })
    keep()
    return undefined
  }

  /** Asks which of both versions to keep, of the fields that both have changed. */
  const chooseVersion = async () => {
    const { text, save: conflict } = latest.current
    if (conflict.state !== 'conflict') return
    const { theirs, from } = conflict
    const theirText = textOf(theirs)
    const { text: mine, conflicts } = mergeTexts(from ?? theirText, text, theirText)
    const names = from ? conflicts : differingFields(theirText, mine)
    const both = { current: theirs, names, mine: changedFields(theirText, mine) }
    const isMine =
      names.length > 0 && (await resolveConflict(session, entryResource, both)) === 'mine'
    if (isMine) {
      update({ base: theirs, saved: theirText, text: mine, save: { state: 'idle' } })
      return void save()
    }
    const { save: current } = latest.current
    // Changed again while the question was open.
    const newest = current.state === 'conflict' ? current.theirs : theirs
    const saved = textOf(newest)
    const next = { ...mine, ...pickFields(saved, names) }
    update({ base: newest, saved, text: next, save: { state: 'idle' } })
    keep()
    void save()
  }
  const onEntry = useEffectEvent((next: Entry) => {
    const { base, save: current } = latest.current
    // The response to an own save has the text that was sent. A deleted entry stays on the page until its text has another.
    if (base?.id !== next.id || !isNewer(next, base) || current.state === 'saving') return
    void receive(next)
  })
  const isSaving = writing.save.state === 'saving'
  useEffect(() => {
    if (entry && !isSaving) onEntry(entry)
  }, [entry, isSaving])

  const onLeave = useEffectEvent(() => {
    keep()
    const { base } = latest.current
    const isDeleted = base !== undefined && deletedEntries.has(session, base.id)
    clearTimeout(timers.current.save)
    return canEdit && !isDeleted ? save() : undefined
  })
  const onHide = useEffectEvent(keep)
  const onStart = useEffectEvent(() => {
    const { text, base, saved, save: current } = latest.current
    // A new text waits: it may be one that the person no longer wants.
    if (base && current.state === 'idle' && !isSameText(text, saved)) saveLater()
  })
  useEffect(() => {
    onStart()
    const stop = registerFlush(session, () => onLeave())
    const hide = () => onHide()
    addEventListener('pagehide', hide)
    document.addEventListener('visibilitychange', hide)
    return () => {
      removeEventListener('pagehide', hide)
      document.removeEventListener('visibilitychange', hide)
      stop()
      void onLeave()
    }
  }, [session])

  return {
    ...writing,
    save: isMissing && writing.save.state !== 'saving' ? missing : writing.save,
    isReachable: useSyncExternalStore(session.reachable.subscribe, session.reachable.get),
    isUnsent: !isSameText(writing.text, writing.saved),
    problem: problemOf(writing.text),
    edit: (next: Partial<EntryText>) => {
      update({ text: { ...latest.current.text, ...next }, isRestored: false })
      timers.current.keep ??= setTimeout(keep, KEEP_AFTER_MS)
      saveLater()
    },
    saveNow: save,
    chooseVersion,
    /** The entry was deleted: the text becomes another one. */
    createAgain: () => {
      latest.current = { ...latest.current, base: undefined, saved: emptyText }
      void save()
    },
    /** Drops the restored text. */
    discard: () => {
      update({ text: latest.current.saved, isRestored: false })
      keep()
    },
  }
}

export type EntryWriting = ReturnType<typeof useEntryText>

interface Schedule {
  readonly publish_at: string
}

type Timer = ReturnType<typeof setTimeout>

/** Continues a text that was kept on this device; of an older version it may be a conflict. */
function start(entry: Entry | undefined, draft: ReturnType<typeof parseDraft>): Writing {
  const saved = entry ? textOf(entry) : emptyText
  const text = draft?.text ?? saved
  const isOlder = draft?.version !== entry?.version && !isSameText(text, saved)
  const save: SaveState =
    entry && draft && isOlder
      ? { state: 'conflict', theirs: entry, from: undefined }
      : { state: 'idle' }
  const isRestored = !entry && !isSameText(text, saved)
  return { text, base: entry, saved, save, isKept: true, isRestored }
}
