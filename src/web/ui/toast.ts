import { observable } from '#web/external-store.ts'
import { announce } from './live-region.tsx'

export interface Toast {
  id: number
  /** A newer toast with the same key replaces this one: its kind, or the text by default. */
  key: string
  text: string
  /** The part of the text shown in bold, usually a name. */
  strong?: string
  tone?: 'bad'
  action?: { label: string; run: () => void }
  /** Leaves the toast where it is. */
  secondary?: { label: string; run: () => void } | undefined
  /** The key that does the same as the action now. */
  shortcut?: string | undefined
  /** Milliseconds to stay instead of 5 or 10 s, such as the delay of a mutation. */
  duration?: number
  /** Not read out: the caller announces the result. */
  silent?: boolean
}

type ToastState = { toasts: readonly Toast[]; hosts: readonly string[] }

const state = observable<ToastState>({ toasts: [], hosts: [] })
let lastId = 0

const update = (next: Partial<ToastState>) => state.set({ ...state.get(), ...next })

export const getToastState = state.get
export const subscribeToToasts = state.subscribe

/** Shows a short result for 5 s, or 10 s with an action, and has it read out. Returns its id. */
export function toast(content: Omit<Toast, 'id' | 'key'> & { key?: string }): number {
  const id = ++lastId
  const key = content.key ?? content.text
  const others = state.get().toasts.filter((one) => one.key !== key)
  update({ toasts: [...others, { ...content, key, id }] })
  if (!content.silent) announce(content.text, content.tone === 'bad' ? 'assertive' : 'polite')
  return id
}

/** Changes a toast in place; it is not read out again and stays as long as before. */
export function updateToast(
  id: number,
  { text, shortcut, secondary }: Pick<Toast, 'text' | 'shortcut' | 'secondary'>,
) {
  const { toasts } = state.get()
  const isSame = (one: Toast) =>
    one.text === text && one.shortcut === shortcut && one.secondary === secondary
  if (toasts.some((one) => one.id === id && !isSame(one)))
    update({
      toasts: toasts.map((one) => (one.id === id ? { ...one, text, shortcut, secondary } : one)),
    })
}

export const dismissToast = (id: number) =>
  update({ toasts: state.get().toasts.filter((one) => one.id !== id) })

/** Toasts of one workspace are not shown in another. */
export const dismissAllToasts = () => update({ toasts: [] })

/** Each open dialog hosts the toasts while it is topmost. Returns how to stop. */
export function registerToastHost(host: string) {
  update({ hosts: [...state.get().hosts, host] })
  return () => update({ hosts: state.get().hosts.filter((one) => one !== host) })
}

/** Keys and presses there are for the toast, whatever else waits for input. */
export const isInToast = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-toasts]') !== null

/** For actions of a menu: calls one, or says why nothing can be changed right now (`useDisabledReason`). */
export const createGuard = (reason: string | undefined) => (run: () => void) => () =>
  reason === undefined ? run() : void toast({ text: reason })
