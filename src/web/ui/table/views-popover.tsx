import Link from 'lucide-react/icons/link'
import X from 'lucide-react/icons/x'
import { type FormEvent, useRef, useState } from 'react'

import { savedViewsText as text } from '#web/messages/en/saved-views.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Popover } from '#web/ui/popup/popover.tsx'

interface View {
  readonly name: string
  readonly query: string
}

export interface ViewMenuProps {
  views: readonly View[]
  /** Of the page, for links to a view. */
  pathname: string
  /** The query string of the page now. */
  query: string
  onSave: (name: string) => void
  onRemove: (view: View) => void
}

interface ViewsPopoverProps extends ViewMenuProps {
  anchor: () => Element | null
  onClose: () => void
}

const MAX_NAME = 60

/** A name of one long word would be wider than the popover. */
const truncate = (name: string) => (name.length > 24 ? `${name.slice(0, 23)}…` : name)

/** The saved views, and a field for the name of the next one. */
export function ViewsPopover(props: ViewsPopoverProps) {
  const { views, pathname, query, onSave, onRemove, anchor, onClose } = props
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const copyLink = (view: View) =>
    void copyToClipboard(
      `${location.origin}${pathname}${view.query && `?${view.query}`}`,
      text.linkCopied,
    )
  const current = views.find((view) => view.query === query)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (name.trim() === '') return field.current?.focus()
    onSave(name.trim())
    onClose()
  }
  return (
    <Popover title={text.views} anchor={anchor} onClose={onClose}>
      <div className="flex flex-col gap-3 p-4">
        <form noValidate className="flex flex-col gap-2" onSubmit={submit}>
          <Field
            ref={field}
            data-autofocus
            label={current ? text.saveAgain(truncate(current.name)) : text.save}
            hint={query === '' ? text.unfiltered : text.kept}
            issue={isSubmitted && name.trim() === '' ? text.nameRequired : undefined}
            value={name}
            maxLength={MAX_NAME}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
          <div>
            <Button type="submit" variant="primary">
              {text.saveView}
            </Button>
          </div>
        </form>
        {views.length > 0 && (
          <ul className="flex flex-col border-t border-line pt-2">
            {views.map((view) => (
              <li key={view.name} className="flex items-center gap-1">
                <span className="min-w-0 flex-1 truncate">{view.name}</span>
                <IconButton
                  icon={Link}
                  label={text.copyLink(view.name)}
                  onClick={() => copyLink(view)}
                />
                <IconButton
                  icon={X}
                  label={text.remove(view.name)}
                  onClick={() => {
                    field.current?.focus() // the button that was pressed goes
                    onRemove(view)
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Popover>
  )
}
