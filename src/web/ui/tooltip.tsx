import * as Radix from 'radix-ui/tooltip'
import { useEffect, useState } from 'react'

interface Shown {
  readonly text: string
  readonly target: HTMLElement
  readonly style: { left: number; top: number; width: number; height: number }
}

const UNDER_POINTER = 400

/**
 * Shows the text of `data-tip` beside its element, at once for the focus and after a moment for the pointer. One host for
 * the whole page: an element with a tip costs an attribute. What it says must also be in `aria-describedby` or the label.
 */
export function TooltipHost() {
  const [shown, setShown] = useState<Shown | null>(null)

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
      if (event.pointerType !== 'touch') show(event.target, UNDER_POINTER)
    }
    const onFocus = (event: FocusEvent) => show(event.target, 0)
    const onBlur = () => show(null, 0)
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setShown(null)
    const hide = () => setShown(null)
    document.addEventListener('pointerover', onOver)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', onBlur)
    document.addEventListener('keydown', onKey)
    document.addEventListener('scroll', hide, true)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', onOver)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', onBlur)
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('scroll', hide, true)
    }
  }, [])

  if (!shown) return null
  const place = shown.target.closest('dialog') ?? document.getElementById('content')
  return (
    <Radix.Provider>
      <Radix.Root open>
        <Radix.Trigger asChild>
          <span aria-hidden style={shown.style} className="pointer-events-none fixed" />
        </Radix.Trigger>
        <Radix.Portal container={place}>
          <Radix.Content
            data-tip-panel
            side="bottom"
            sideOffset={6}
            collisionPadding={8}
            className="z-30 max-w-72 animate-rise rounded-chip bg-inverse px-2.5 py-1.5 text-meta text-ink-inverse shadow-float"
          >
            {shown.text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}

function tipOf(target: HTMLElement): Shown | null {
  const text = target.dataset['tip']
  if (!text || !target.isConnected) return null
  const { left, top, width, height } = target.getBoundingClientRect()
  return { text, target, style: { left, top, width, height } }
}
