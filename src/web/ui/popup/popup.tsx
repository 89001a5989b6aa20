import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'
import type { PopupProps } from './popup-radix.tsx'

/** With what it needs of Radix it is a tenth of a first load, so it loads when one is about to open. */
export const popupParts = lazyChunk(() => import('./popup-radix.tsx'))

/** A box below a control, open as long as it is rendered. */
export const Popup = (props: PopupProps) => (
  <Lazy chunk={popupParts} onCancel={props.onClose}>
    {(parts) => <parts.Popup {...props} />}
  </Lazy>
)
