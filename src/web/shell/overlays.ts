import { observable } from '#web/external-store.ts'

/** The shell's own dialogs; their code comes once the page is there. */
type Overlay = 'palette' | 'shortcuts' | 'changes' | 'news'

/** Which of them is open. */
export const overlay = observable<Overlay | null>(null)
