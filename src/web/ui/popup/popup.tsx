import { useEffect, useEffectEvent } from 'react'

import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'
import type { PopupProps } from './popup-radix.tsx'

/** With what it needs of Radix it is a tenth of a first load, so it loads when one is about to open. */
export const popupParts = lazyChunk(() => import('./popup-radix.tsx'))

/** A box below a control, open as long as it is rendered. */
export const Popup = (props: PopupProps) => (
  <Lazy
    chunk={popupParts}
    fallback={<ClosedByEscape onClose={props.onClose} />}
    onCancel={props.onClose}
  >
    {(parts) => <parts.Popup {...props} />}
  </Lazy>
)

/** Until its code is there, Escape must not close the dialog around it instead. */
function ClosedByEscape({ onClose }: Pick<PopupProps, 'onClose'>) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
  return null
}
