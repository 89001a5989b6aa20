import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { type ReactNode, useEffect, useId, useState } from 'react'

import { controlsText as text } from '#web/messages/en/controls.ts'
import { Button, IconButton } from './button.tsx'
import { writeToClipboard } from './clipboard.ts'
import { Icon } from './icon.tsx'
import { announce } from './live-region.tsx'

const COPIED_MS = 2000

/** Copies a text; `isCopied` for a moment after it succeeded. */
function useCopy(value: string) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = async () => {
    if (!(await writeToClipboard(value))) return
    setCopied(true)
    announce(text.copied)
  }
  return { isCopied, copy: () => void copy() }
}

interface CopyableIdProps {
  id: string
  /** What it identifies: "card ID". */
  label: string
}

/** An id in mono with a button that copies it. */
export function CopyableId({ id, label }: CopyableIdProps) {
  const { isCopied, copy } = useCopy(id)
  return (
    <span className="inline-flex max-w-full items-center gap-0.5 text-ink-2">
      <span className="truncate font-mono text-code select-all">{id}</span>
      <IconButton
        icon={isCopied ? Check : Copy}
        label={text.copyOf(label)}
        onClick={copy}
        className="size-6! pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      />
      {isCopied && (
        <span aria-hidden className="text-meta font-medium text-ok-ink">
          {text.copied}
        </span>
      )}
    </span>
  )
}

/** A command of one line with a button that copies it. */
export function CopyableCommand({ children }: { children: string }) {
  const { isCopied, copy } = useCopy(children)
  return (
    <span className="inline-flex max-w-full items-center gap-0.5 rounded-control bg-sunken ps-2">
      <code dir="ltr" className="min-w-0 py-1 font-mono text-code wrap-anywhere text-ink">
        {children}
      </code>
      <IconButton
        icon={isCopied ? Check : Copy}
        label={text.copyOf(children)}
        onClick={copy}
        className="size-6! pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      />
    </span>
  )
}

interface CodeBlockProps {
  /** Its name, shown above it: "Request". */
  label: string
  code: string
  /** Highlighted code with the same text. */
  children?: ReactNode
}

/** Code that scrolls sideways, with a button that copies it. */
export function CodeBlock({ label, code, children }: CodeBlockProps) {
  const heading = useId()
  const { isCopied, copy } = useCopy(code)
  return (
    <figure className="min-w-0 overflow-hidden rounded-card border border-line bg-sunken">
      <figcaption className="flex items-center justify-between gap-2 border-b border-line px-3.5 py-1 pe-1">
        <span id={heading} className="min-w-0 truncate text-meta text-ink-2">
          {label}
        </span>
        <Button size="small" variant="quiet" aria-label={text.copyOf(label)} onClick={copy}>
          <Icon of={isCopied ? Check : Copy} className={isCopied ? 'text-ok-ink' : ''} />
          {isCopied ? text.copied : text.copy}
        </Button>
      </figcaption>
      <pre
        // A region that scrolls is reached by Tab.
        tabIndex={0}
        role="region"
        aria-labelledby={heading}
        dir="ltr"
        className="max-h-[60dvh] overflow-auto px-3.5 py-3 font-mono text-code text-ink -outline-offset-2"
      >
        <code>{children ?? code}</code>
      </pre>
    </figure>
  )
}
