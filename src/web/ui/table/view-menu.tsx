import Bookmark from 'lucide-react/icons/bookmark'
import { useRef, useState } from 'react'

import { savedViewsText as text } from '#web/messages/en/saved-views.ts'
import { Button } from '#web/ui/button.tsx'
import { type ViewMenuProps, ViewsPopover } from './views-popover.tsx'

/** Saves the filter of a page under a name, and lists what was saved. */
export function ViewMenu(views: ViewMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        icon={Bookmark}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <span className="max-md:sr-only">{text.views}</span>
      </Button>
      {isOpen && <ViewsPopover {...views} anchor={() => button.current} onClose={close} />}
    </>
  )
}
