import * as Radix from 'radix-ui/tooltip'
import { useEffect, useState } from 'react'

interface Tooltip {
  readonly text: string
  readonly target: HTMLElement
  readonly style: { left: number; top: number; width: number; height: number }
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
    return () => {
      clearTimeout(timer)
      unmount.abort()
    }
  }, [])

  if (!tooltip) return null
  const place = tooltip.target.closest('dialog') ?? document.getElementById('content')
  return (
    <Radix.Provider>
      <Radix.Root open>
        <Radix.Trigger asChild>
          <span aria-hidden style={tooltip.style} className="pointer-events-none fixed" />
        </Radix.Trigger>
        <Radix.Portal container={place}>
          <Radix.Content
            data-tip-panel
            side="bottom"
            sideOffset={6}
            collisionPadding={8}
            className="z-30 max-w-72 animate-rise rounded-chip bg-inverse px-2.5 py-1.5 text-meta text-ink-inverse shadow-float"
          >
            {tooltip.text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}

function tipOf(target: HTMLElement): Tooltip | null {
  const text = target.dataset['tip']
  if (!text || !target.isConnected) return null
  const { left, top, width, height } = target.getBoundingClientRect()
  return { text, target, style: { left, top, width, height } }
}
