import Upload from 'lucide-react/icons/upload'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { importText as text } from '#web/messages/en/import.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/form/field.tsx'
import { toast } from '#web/ui/toast.ts'

/** A file as it was chosen or dropped, or a text that was pasted. */
export interface ImportSource {
  readonly name: string
  readonly content: Blob | string
}

interface ChooseFileProps {
  /** File name extensions and media types, as an input of the browser takes them. */
  accept: string
  hint: string
  onRead: (source: ImportSource) => void
}

/** Choose, drop or paste: a file, or its text. */
export function ChooseFile({ accept, hint, onRead }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [isPasting, setPasting] = useState(false)

  const readFiles = (files: FileList | null) => {
    const [file, ...others] = files ?? []
    if (others.length > 0) toast({ text: text.severalFiles, tone: 'bad' })
    else if (file) onRead({ name: file.name, content: file })
  }
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    // Meant for a text field or a dialog above the page, such as the command palette.
    if (event.target instanceof Element && event.target.closest('input, textarea, dialog')) return
    const { files, items } = event.clipboardData ?? {}
    if (files?.length) return readFiles(files)
    const pasted = event.clipboardData?.getData('text/plain') ?? ''
    if (items?.length && pasted.trim()) onRead({ name: text.pasted, content: pasted })
  })
  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    // Otherwise the browser leaves the page and shows the file.
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') readFiles(event.dataTransfer.files)
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => onPaste(event)
    const drag = (event: DragEvent) => onDrag(event)
    const drags = ['dragover', 'dragleave', 'drop'] as const
    document.addEventListener('paste', paste)
    for (const name of drags) document.addEventListener(name, drag)
    return () => {
      document.removeEventListener('paste', paste)
      for (const name of drags) document.removeEventListener(name, drag)
    }
  }, [])

  return (
    <div
      // Forced colors show an outline where a file is over it.
      data-over={isOver || undefined}
      className={`grid justify-items-center gap-3 rounded-card border-[1.5px] border-dashed px-4 py-10 text-center ${isOver ? 'border-accent bg-accent-soft' : 'border-control bg-surface'}`}
    >
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" icon={Upload} data-create onClick={() => input.current?.click()}>
          {text.choose}
        </Button>
        {!isPasting && <Button onClick={() => setPasting(true)}>{text.paste}</Button>}
      </div>
      <p className="text-ink-2">{hint}</p>
      {isPasting && <PasteText onRead={onRead} />}
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={(event) => {
          readFiles(event.target.files)
          event.target.value = '' // so that the same file can be chosen again
        }}
      />
    </div>
  )
}

/** A field for the text of a file, for phones and keyboards. */
function PasteText({ onRead }: Pick<ChooseFileProps, 'onRead'>) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [isEmpty, setEmpty] = useState(true)
  const read = () => onRead({ name: text.pasted, content: area.current?.value ?? '' })
  return (
    <form
      className="grid w-full gap-2 text-start"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) read()
      }}
    >
      {/* Uncontrolled, so that a long text stays fast. */}
      <TextArea
        ref={area}
        autoFocus
        label={text.textOfFile}
        rows={5}
        spellCheck={false}
        className="max-h-64"
        onChange={({ target }) => setEmpty(target.value.trim() === '')}
      />
      <div>
        <Button type="submit" disabled={isEmpty}>
          {text.readText}
        </Button>
      </div>
    </form>
  )
}
