import { announce } from './live-region.tsx'

export interface Toast {
  id: number
  text: string
  /** The part of the text that names the thing, shown heavier. */
  strong?: string
  tone?: 'bad'
  action?: { label: string; run: () => void }
  /** Milliseconds to stay, when it is neither 5 nor 10 s: as long as what it tells of waits. */
  duration?: number
}

type ToastState = { shown: readonly Toast[]; hosts: readonly string[] }

let state: ToastState = { shown: [], hosts: [] }
let lastId = 0
const listeners = new Set<() => void>()

const change = (next: Partial<ToastState>) => {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

export const getToastState = () => state
export const subscribeToToasts = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows a short result for 5 s, or 10 s with an action, and has it read out. Returns its id. */
export function toast(content: Omit<Toast, 'id'>): number {
  const id = ++lastId
  change({ shown: [...state.shown, { ...content, id }] })
  announce(content.text, content.tone === 'bad' ? 'assertive' : 'polite')
  return id
}

export const dismissToast = (id: number) =>
  change({ shown: state.shown.filter((one) => one.id !== id) })

/** What is told of one workspace is not shown with another. */
export const dismissAllToasts = () => change({ shown: [] })

/** Each open dialog hosts the toasts while it is topmost. Returns how to stop. */
export function registerToastHost(host: string) {
  change({ hosts: [...state.hosts, host] })
  return () => change({ hosts: state.hosts.filter((one) => one !== host) })
}
