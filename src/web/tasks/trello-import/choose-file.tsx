import Upload from 'lucide-react/icons/upload'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { trelloImportText as text } from '#web/messages/en/trello-import.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import type { ExportSource } from './parse-export-worker.ts'

/** Choose, drop or paste: a file, or its text. */
export function ChooseFile({ onRead }: { onRead: (source: ExportSource) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

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
    <>
      <div data-over={isOver} className="import-drop">
        <Button variant="primary" icon={Upload} data-create onClick={() => input.current?.click()}>
          {text.choose}
        </Button>
        <p className="text-ink-2">{text.drop}</p>
        <input
          ref={input}
          type="file"
          hidden
          accept=".json,application/json"
          onChange={(event) => {
            readFiles(event.target.files)
            event.target.value = '' // so that the same file can be chosen again
          }}
        />
      </div>
      <section className="grid gap-2">
        <h2 className="font-medium">{text.howTo}</h2>
        <ol className="import-steps">
          {text.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
    </>
  )
}
