import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import { positionAt } from './dialog.tsx'

interface Tooltip {
  readonly text: string
  readonly target: HTMLElement
}

const HOVER_DELAY_MS = 400

/**
 * Shows the text of `data-tip` beside its element, at once for the focus and after a moment for the pointer. One host for
 * the whole page: an element with a tip costs an attribute. What it says must also be in `aria-describedby` or the label.
 */
export function TooltipHost() {
  const [tooltip, setShown] = useState<Tooltip | null>(null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const show = (from: EventTarget | null, delay: number) => {
      clearTimeout(timer)
      const inTip = from instanceof Element && from.closest('[data-tip-panel]')
      const target = from instanceof Element ? from.closest<HTMLElement>('[data-tip]') : null
      if (inTip) return
      timer = setTimeout(() => setShown(target && tipOf(target)), target ? delay : 100)
    }
    const onOver = (event: PointerEvent) => {
      if (event.pointerType !== 'touch') show(event.target, HOVER_DELAY_MS)
    }
    const onFocus = (event: FocusEvent) => show(event.target, 0)
    const onBlur = () => show(null, 0)
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setShown(null)
    const hide = () => setShown(null)
    const unmount = new AbortController()
    const { signal } = unmount
    document.addEventListener('pointerover', onOver, { signal })
    document.addEventListener('focusin', onFocus, { signal })
    document.addEventListener('focusout', onBlur, { signal })
    document.addEventListener('keydown', onKey, { signal })
    document.addEventListener('scroll', hide, { signal, capture: true })
    // The input that loaded this code has pointed at an element already.
    const { activeElement } = document
    if (activeElement?.closest('[data-tip]')) show(activeElement, 0)
    else show([...document.querySelectorAll(':hover')].at(-1) ?? null, HOVER_DELAY_MS)
    return () => {
      clearTimeout(timer)
      unmount.abort()
    }
  }, [])

  return tooltip && <Panel key={tooltip.text} {...tooltip} />
}

function Panel({ text, target }: Tooltip) {
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!panel.current) return
    const { left, top } = positionAt(target.getBoundingClientRect(), panel.current, 'centered')
    Object.assign(panel.current.style, { left: `${left}px`, top: `${top}px` })
  }, [target])
  const container = target.closest('dialog') ?? document.getElementById('content') ?? document.body
  return createPortal(
    <div
      ref={panel}
      role="tooltip"
      data-tip-panel
      className="fixed z-30 max-w-72 animate-rise rounded-chip bg-inverse px-2.5 py-1.5 text-meta text-ink-inverse shadow-float"
    >
      {text}
    </div>,
    container,
  )
}

function tipOf(target: HTMLElement): Tooltip | null {
  const text = target.dataset['tip']
  return text && target.isConnected ? { text, target } : null
}
