import { toast } from './toast.ts'

/** For actions of a menu: calls one, or says why nothing can be changed right now (`useDisabledReason`). */
export const createGuard = (reason: string | undefined) => (run: () => void) => () =>
  reason === undefined ? run() : void toast({ text: reason })
