import { type FormEvent, useState } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { editorText } from '#web/messages/en/changelog-editor.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { toImageUrl } from '#web/ui/markdown/markdown.rules.ts'
import { Popover } from '#web/ui/popover.tsx'

const text = editorText.image

interface ImageFormProps {
  anchor: () => Element | null
  onClose: () => void
  onInsert: (address: string, description: string) => void
}

/** An image by its address: the server takes no files. */
export function ImageForm({ anchor, onClose, onInsert }: ImageFormProps) {
  const [address, setAddress] = useState('')
  const [description, setDescription] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const url = toImageUrl(address.trim())
    if (url) onInsert(url, description.trim())
    else setError(text.invalid)
  }
  return (
    <Popover title={text.title} anchor={anchor} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-3 p-4">
        <Field
          data-autofocus
          type="url"
          label={text.address}
          hint={text.addressHint}
          issue={error}
          value={address}
          onChange={(event) => (setAddress(event.target.value), setError(undefined))}
        />
        <Field
          label={text.description}
          hint={text.descriptionHint}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{messages.app.cancel}</Button>
          <Button type="submit" variant="primary">
            {text.insert}
          </Button>
        </div>
      </form>
    </Popover>
  )
}
