import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'

import { words } from '#web/messages/en/en.ts'
import { signIn as said } from '#web/messages/en/sign-in.ts'
import { Button } from '#web/ui/button.tsx'

interface RenameFormProps {
  name: string
  /** An empty name is the workspace's own again. */
  onSave: (name: string) => void
  onCancel: () => void
}

/** A name in place. */
export function RenameForm({ name, onSave, onCancel }: RenameFormProps) {
  const [typed, setTyped] = useState(name)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave(typed.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onCancel()
  }
  return (
    <form onSubmit={submit} className="flex min-w-0 flex-1 items-center gap-2">
      <input
        ref={field}
        aria-label={said.nameOf(name)}
        value={typed}
        maxLength={255}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-control w-full min-w-0 rounded-control border border-control bg-surface px-2.5 text-cell"
      />
      <Button type="submit" size="small" look="primary">
        {said.saveName}
      </Button>
      <Button size="small" onClick={onCancel}>
        {words.app.cancel}
      </Button>
    </form>
  )
}
