import X from 'lucide-react/icons/x'
import {
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

import { observeMedia } from '#web/external-store.ts'
import { messages } from '#web/messages/en/app.ts'
import { toastsText } from '#web/messages/en/toasts.ts'
import { KeyHint } from './button.tsx'
import { useFocusReturn } from './focus-return.ts'
import { Icon } from './icon.tsx'
import { isInWidget } from './keyboard.ts'
import { dismissToast, type Toast } from './toast.ts'

const phone = observeMedia('(width < 48rem)')
const maxToasts = () => (phone.get() ? 1 : 3)

/** At most three toasts, on a phone one; older ones are collapsed until expanded and still expire. */
export function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  const [unfolded, setUnfolded] = useState(false)
  const limit = useSyncExternalStore(phone.subscribe, maxToasts)
  const folded = unfolded ? 0 : Math.max(0, toasts.length - limit)
  const section = useRef<HTMLElement>(null)
  const { onFocus, returnFocus } = useFocusReturn()
  useLift(section)
  return (
    <section
      ref={section}
      aria-label={toastsText.label}
      data-no-print
      data-toasts
      onFocus={onFocus}
      className="pointer-events-none fixed start-3 end-3 bottom-[calc(0.75rem+var(--bottom-bar,0px)+var(--lift,0px))] z-50 grid justify-items-start gap-2 *:pointer-events-auto md:start-5 md:end-auto md:bottom-[calc(1.25rem+var(--lift,0px))] md:ms-sidebar"
    >
      {folded > 0 && (
        <button
          type="button"
          onClick={() => setUnfolded(true)}
          className="min-h-6 rounded-chip bg-inverse px-2 text-tag text-ink-inverse"
        >
          {toastsText.more(folded)}
        </button>
      )}
      {toasts.map((one, index) => (
        <ToastTile
          key={one.id}
          toast={one}
          hidden={index < folded}
          onDismiss={(event) => {
            returnFocus(event.currentTarget)
            dismissToast(one.id)
          }}
        />
      ))}
    </section>
  )
}

interface ToastTileProps {
  toast: Toast
  hidden: boolean
  onDismiss: (event: MouseEvent) => void
}

function ToastTile({ toast, hidden, onDismiss }: ToastTileProps) {
  const [isPaused, setPaused] = useState(false)
  const shortcut = useIsKeyTaken() ? undefined : toast.shortcut
  const duration = toast.duration ?? (toast.action ? 10_000 : 5_000)
  useCountdown(duration, isPaused, () => dismissToast(toast.id))

  return (
    <div
      data-testid="toast"
      hidden={hidden}
      data-surface
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      // On a phone two buttons leave no room beside the text.
      className={`relative flex max-w-[var(--toast-width,34rem)] animate-rise items-center gap-3 overflow-hidden ${toast.secondary ? 'max-md:flex-wrap max-md:justify-end' : ''} rounded-card bg-inverse py-2 ps-4 pe-2 text-ink-inverse shadow-float [&[hidden]]:hidden`}
    >
      <p
        title={toast.text}
        className={`line-clamp-4 min-w-0 break-words ${toast.secondary ? 'max-md:basis-full' : ''}`}
      >
        <Emphasis text={toast.text} strong={toast.strong} />
      </p>
      {toast.secondary && (
        <button
          type="button"
          onClick={toast.secondary.run}
          className="h-control-small shrink-0 rounded-chip px-2 text-cell hover:bg-ink-inverse/15"
        >
          {toast.secondary.label}
        </button>
      )}
      {toast.action && (
        <button
          type="button"
          onClick={(event) => {
            onDismiss(event)
            toast.action?.run()
          }}
          aria-keyshortcuts={shortcut}
          className="flex h-control-small shrink-0 items-center gap-2 rounded-chip bg-ink-inverse/15 px-3 text-cell font-semibold hover:bg-ink-inverse/25"
        >
          {toast.action.label}
          {/* A dialog has keys of its own. */}
          {shortcut && (
            <span className="flex in-[dialog]:hidden">
              <KeyHint>{shortcut}</KeyHint>
            </span>
          )}
        </button>
      )}
      <button
        type="button"
        aria-label={messages.app.dismiss}
        onClick={onDismiss}
        className="grid size-control-small shrink-0 place-items-center rounded-chip hover:bg-ink-inverse/15"
      >
        <Icon of={X} />
      </button>
      <span
        aria-hidden
        style={{
          animationDuration: `${duration}ms`,
          animationPlayState: isPaused ? 'paused' : 'running',
        }}
        className="absolute inset-x-0 bottom-0 h-0.5 origin-left animate-run-out bg-spark motion-reduce:hidden rtl:origin-right"
      />
    </div>
  )
}

/** The key would be typed into a text, or is for a menu, because that has the focus. */
const useIsKeyTaken = () =>
  useSyncExternalStore(onFocusChange, () => isInWidget({ target: document.activeElement }))

function onFocusChange(listener: () => void) {
  const controller = new AbortController()
  const { signal } = controller
  addEventListener('focusin', listener, { signal })
  // Only after this event is another element, or none, the active one.
  addEventListener('focusout', () => setTimeout(listener), { signal })
  return () => controller.abort()
}

const AVOIDED = 'data-avoid-toasts'
const GAP = 8
const noop = () => {}

/**
 * Lifts toasts and the tray of jobs above boxes, buttons and cards marked `data-avoid-toasts`, so that they cover none of
 * them: sets `--lift` of the section.
 */
export function useLift(
  section: RefObject<HTMLElement | null>,
  onPlace: (section: HTMLElement) => void = noop,
) {
  const lift = useRef(0)
  useLayoutEffect(() => {
    let frame = 0
    const place = () => {
      frame = 0
      if (!section.current) return
      const dialog = section.current.closest('dialog')
      const boxes = [...document.querySelectorAll(`[${AVOIDED}]`)].filter(
        (box) => !section.current?.contains(box) && (!dialog || !covers(dialog, box)),
      )
      // Above a sheet, where there is room.
      if (dialog) boxes.push(dialog)
      lift.current = liftOver(section.current, lift.current, boxes)
      section.current.style.setProperty('--lift', `${lift.current}px`)
      onPlace(section.current)
      // A dropped card is still on its way; while a dialog rises, the toasts in it are placed by its box.
      if (boxes.some((box) => box.getAnimations().length)) schedule()
    }
    const schedule = () => (frame ||= requestAnimationFrame(place))
    place()
    // What is typed, added or scrolled moves the boxes.
    const observer = new MutationObserver(schedule)
    const attributeFilter = [AVOIDED, 'open']
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter })
    const events = ['scroll', 'resize', 'input'] as const
    for (const event of events) addEventListener(event, schedule, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      for (const event of events) removeEventListener(event, schedule, { capture: true })
    }
  })
}

/** How far up the toasts have to go to cover none of the boxes; 0 where there is no room above them. */
function liftOver(section: HTMLElement, currentLift: number, avoided: readonly Element[]): number {
  const rect = section.getBoundingClientRect()
  const top = rect.top + currentLift
  const bottom = rect.bottom + currentLift
  const boxes = avoided
    .map(visiblePart)
    .filter(
      (box) =>
        box.bottom > box.top &&
        box.left < rect.right &&
        box.right > rect.left &&
        box.top > rect.height + GAP,
    )
    .toSorted((a, b) => b.top - a.top)
  let lift = 0
  for (const box of boxes)
    if (box.bottom > top - lift && box.top < bottom - lift) lift = bottom - box.top + GAP
  return lift < top ? lift : 0
}

/** The box is behind an open dialog, where nothing of it is visible. */
function covers(dialog: Element, box: Element): boolean {
  const front = dialog.getBoundingClientRect()
  const back = box.getBoundingClientRect()
  return (
    !dialog.contains(box) &&
    front.top <= back.top &&
    front.bottom >= back.bottom &&
    front.left <= back.left &&
    front.right >= back.right
  )
}

/** Without what its scrollers cut off. */
function visiblePart(element: Element) {
  let { left, right, top, bottom } = element.getBoundingClientRect()
  for (let area = element.parentElement; area; area = area.parentElement) {
    if (getComputedStyle(area).overflowY === 'visible') continue
    const clip = area.getBoundingClientRect()
    top = Math.max(top, clip.top)
    bottom = Math.min(bottom, clip.bottom)
    left = Math.max(left, clip.left)
    right = Math.min(right, clip.right)
  }
  return { left, right, top, bottom }
}

function Emphasis({ text, strong }: { text: string; strong: string | undefined }) {
  const at = strong ? text.indexOf(strong) : -1
  if (!strong || at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <strong className="font-semibold">{strong}</strong>
      {text.slice(at + strong.length)}
    </>
  )
}

/** Calls back after so many milliseconds in all, not counting those while paused. */
function useCountdown(duration: number, isPaused: boolean, onEnd: () => void) {
  const remaining = useRef(duration)
  const end = useRef(onEnd)
  useEffect(() => void (end.current = onEnd))

  useEffect(() => {
    if (isPaused) return
    const since = performance.now()
    const timer = setTimeout(() => end.current(), remaining.current)
    return () => {
      clearTimeout(timer)
      remaining.current -= performance.now() - since
    }
  }, [isPaused])
}
