import { observable } from '#web/external-store.ts'

/** The dialogs of overlay-dialogs.tsx. */
export type Overlay = 'palette' | 'shortcuts' | 'changes' | 'news' | 'dates' | 'board'

/** The open overlay. */
export const overlay = observable<Overlay | null>(null)
