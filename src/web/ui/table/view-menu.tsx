import Bookmark from 'lucide-react/icons/bookmark'
import Link from 'lucide-react/icons/link'
import X from 'lucide-react/icons/x'
import { type FormEvent, useRef, useState } from 'react'

import { savedViewsText as text } from '#web/messages/en/saved-views.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Popover } from '#web/ui/popover.tsx'

interface View {
  readonly name: string
  readonly query: string
}

interface ViewMenuProps {
  views: readonly View[]
  /** Of the page, for links to a view. */
  pathname: string
  /** The query string of the page now. */
  query: string
  onSave: (name: string) => void
  onRemove: (view: View) => void
}

const MAX_NAME = 60

/** A name of one long word would be wider than the popover. */
const truncate = (name: string) => (name.length > 24 ? `${name.slice(0, 23)}…` : name)

/** Saves the filter of a page under a name, and lists what was saved. */
export function ViewMenu({ views, pathname, query, onSave, onRemove }: ViewMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const close = () => {
    setOpen(false)
    setName('')
    setSubmitted(false)
  }
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
    close()
  }
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
      {isOpen && (
        <Popover title={text.views} anchor={() => button.current} onClose={close}>
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
      )}
    </>
  )
}
