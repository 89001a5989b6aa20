import { observable } from '#web/external-store.ts'

/** Dialogs of the deferred shell. */
type Overlay = 'palette' | 'shortcuts' | 'changes' | 'news'

/** The open overlay. */
export const overlay = observable<Overlay | null>(null)
