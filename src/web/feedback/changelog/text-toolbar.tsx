import type { LucideIcon } from 'lucide-react'
import Bold from 'lucide-react/icons/bold'
import Code from 'lucide-react/icons/code'
import Heading from 'lucide-react/icons/heading-2'
import ImageIcon from 'lucide-react/icons/image'
import Italic from 'lucide-react/icons/italic'
import LinkIcon from 'lucide-react/icons/link'
import List from 'lucide-react/icons/list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Quote from 'lucide-react/icons/quote'
import { type FormEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { editorText } from '#web/messages/en/changelog-editor.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { inlineDirection, isApple } from '#web/ui/keyboard.ts'
import { toImageUrl } from '#web/ui/markdown/markdown.rules.ts'
import { Popover } from '#web/ui/popup/popover.tsx'
import {
  insertImage,
  insertLink,
  type TextEdit,
  type TextState,
  toggleCode,
  toggleLines,
  toggleMark,
} from './text-edits.rules.ts'

const text = editorText.toolbar

interface Tool {
  readonly label: string
  readonly icon: LucideIcon
  readonly letter?: string
  readonly edit: (state: TextState) => TextEdit
}

const tools: readonly (readonly Tool[])[] = [
  [
    {
      label: text.strong,
      icon: Bold,
      letter: 'B',
      edit: (state) => toggleMark(state, '**', editorText.strong),
    },
    {
      label: text.emphasis,
      icon: Italic,
      letter: 'I',
      edit: (state) => toggleMark(state, '*', editorText.emphasis),
    },
    { label: text.heading, icon: Heading, edit: (state) => toggleLines(state, 'heading') },
    { label: text.link, icon: LinkIcon, edit: (state) => insertLink(state, editorText.linkText) },
  ],
  [
    { label: text.bullets, icon: List, edit: (state) => toggleLines(state, 'bullets') },
    { label: text.numbers, icon: ListOrdered, edit: (state) => toggleLines(state, 'numbers') },
    { label: text.quote, icon: Quote, edit: (state) => toggleLines(state, 'quote') },
    { label: text.code, icon: Code, edit: (state) => toggleCode(state, editorText.code) },
  ],
]
const IMAGE = tools.flat().length

/** Formats the selection. One tab stop; arrow keys go from button to button. */
export function TextToolbar({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const [active, setActive] = useState(0)
  // Where the image goes: a dialog may take the selection from the text.
  const [imageAt, setImageAt] = useState<TextState>()
  const bar = useRef<HTMLDivElement>(null)
  const imageButton = useRef<HTMLButtonElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    const ends: Record<string, number> = { Home: 0, End: IMAGE }
    const next = ends[event.key] ?? active + inlineDirection(event.key)
    if (next === active || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])]
    buttons.at(next % buttons.length)?.focus()
  }
  const buttonProps = (index: number, label: string) => ({
    type: 'button' as const,
    className:
      'grid size-8 place-items-center rounded-control text-ink-2 hover:bg-hover hover:text-ink active:bg-pressed pointer-coarse:size-11',
    title: label,
    'aria-label': label,
    tabIndex: index === active ? 0 : -1,
    onFocus: () => setActive(index),
    // The text keeps its selection.
    onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
  })
  const insertImageOf = (address: string, description: string) => {
    setImageAt(undefined)
    // The form gives the focus back as it closes.
    requestAnimationFrame(() => {
      const { current } = field
      if (current && imageAt) applyEdit(current, insertImage(imageAt, address, description))
    })
  }
  let index = -1
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={text.label}
      className="flex flex-none scrollbar-none items-center overflow-x-auto border-b border-line px-3 pb-2 md:flex-wrap md:px-5"
      onKeyDown={onKeyDown}
    >
      {tools.map((group, groupIndex) => (
        <span
          key={groupIndex}
          className="flex flex-none items-center gap-0.5 not-first:ms-2 not-first:border-s not-first:border-line not-first:ps-2"
        >
          {group.map(({ label, icon, letter, edit }) => {
            index += 1
            return (
              <button
                key={label}
                {...buttonProps(index, label)}
                {...(letter && {
                  title: text.withKey(label, isApple() ? `⌘ ${letter}` : `Ctrl ${letter}`),
                })}
                onClick={() =>
                  field.current && applyEdit(field.current, edit(stateOfField(field.current)))
                }
              >
                <Icon of={icon} />
              </button>
            )
          })}
          {groupIndex === tools.length - 1 && (
            <button
              ref={imageButton}
              {...buttonProps(IMAGE, text.image)}
              aria-haspopup="dialog"
              onFocus={() => setActive(IMAGE)}
              onClick={() => field.current && setImageAt(stateOfField(field.current))}
            >
              <Icon of={ImageIcon} />
            </button>
          )}
        </span>
      ))}
      {imageAt && (
        <ImageForm
          anchor={() => imageButton.current}
          onClose={() => setImageAt(undefined)}
          onInsert={insertImageOf}
        />
      )}
    </div>
  )
}

const imageFormText = editorText.image

interface ImageFormProps {
  anchor: () => Element | null
  onClose: () => void
  onInsert: (address: string, description: string) => void
}

/** An image by its address: the server takes no files. */
function ImageForm({ anchor, onClose, onInsert }: ImageFormProps) {
  const [address, setAddress] = useState('')
  const [description, setDescription] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const url = toImageUrl(address.trim())
    if (url) onInsert(url, description.trim())
    else setError(imageFormText.invalid)
  }
  return (
    <Popover title={imageFormText.title} anchor={anchor} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-3 p-4">
        <Field
          data-autofocus
          type="url"
          label={imageFormText.address}
          hint={imageFormText.addressHint}
          issue={error}
          value={address}
          onChange={(event) => (setAddress(event.target.value), setError(undefined))}
        />
        <Field
          label={imageFormText.description}
          hint={imageFormText.descriptionHint}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{messages.app.cancel}</Button>
          <Button type="submit" variant="primary">
            {imageFormText.insert}
          </Button>
        </div>
      </form>
    </Popover>
  )
}

export const stateOfField = ({
  value,
  selectionStart,
  selectionEnd,
}: HTMLTextAreaElement): TextState => ({ value, start: selectionStart, end: selectionEnd })

/** Edits the text as typing does, so that the browser's own undo takes it back. */
export function applyEdit(field: HTMLTextAreaElement, edit: TextEdit | undefined) {
  if (!edit) return
  const { from, to, insert, selection } = edit
  field.focus()
  field.setSelectionRange(from, to)
  // Deprecated, but the only command whose change is part of the undo history of the field.
  const command = insert === '' ? 'delete' : 'insertText'
  const isDone = (insert === '' && from === to) || document.execCommand(command, false, insert)
  if (!isDone) {
    field.setRangeText(insert, from, to)
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  field.setSelectionRange(selection[0], selection[1])
}

/** Inserts a text at the selection, as typing does. */
export function insertText(field: HTMLTextAreaElement, insert: string) {
  const { start, end } = stateOfField(field)
  const caret = start + insert.length
  applyEdit(field, { from: start, to: end, insert, selection: [caret, caret] })
}
