import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useId, useState } from 'react'

import { webhookSecretText as text } from '#web/messages/en/webhooks.ts'
import { Button } from '#web/ui/button.tsx'
import { writeToClipboard } from '#web/ui/clipboard.ts'
import { Modal } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { useStayOnPage } from '#web/ui/unsaved-changes.tsx'

interface SecretDialogProps {
  secret: string
  onDone: () => void
}

/** Shows a secret, which nothing else has. Neither Esc nor a press outside closes it: it cannot be read again. */
export function SecretDialog({ secret, onDone }: SecretDialogProps) {
  const heading = useId()
  const hint = useId()
  const [isCopied, setCopied] = useState(false)
  const [hasCopied, setHasCopied] = useState(false)
  useStayOnPage(!hasCopied)
  const copy = async () => {
    if (!(await writeToClipboard(secret))) return
    setCopied(true)
    announce(text.copied)
  }
  return (
    <Modal
      name={{ heading }}
      onClose={() => undefined}
      className="inset-x-0 top-auto bottom-0 max-h-[90dvh] overflow-y-auto rounded-t-sheet md:inset-0 md:m-auto md:max-h-[85dvh] md:w-[30rem] md:rounded-dialog"
    >
      <div className="grid gap-5 p-5 md:p-6">
        <h2 id={heading} className="text-section">
          {text.onceTitle}
        </h2>
        <p id={hint}>{text.once}</p>
        <code
          data-testid="secret"
          translate="no"
          dir="ltr"
          className="rounded-control border border-line bg-sunken px-3 py-2 font-mono text-section break-all select-all"
        >
          {secret}
        </code>
        <Button
          icon={isCopied ? Check : Copy}
          data-autofocus
          className="justify-self-start"
          onClick={() => void copy()}
        >
          {isCopied ? text.copied : text.copy}
        </Button>
        <Checkbox
          label={text.hasCopied}
          checked={hasCopied}
          onChange={({ target }) => setHasCopied(target.checked)}
        />
        <div className="flex justify-end">
          <Button
            variant="primary"
            {...(!hasCopied && { 'aria-disabled': true, 'aria-describedby': hint })}
            onClick={() => hasCopied && onDone()}
          >
            {text.done}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
