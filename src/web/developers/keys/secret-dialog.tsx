import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { paths } from '#web/paths.ts'
import { downloadFile } from '#web/session/download-file.ts'
import type { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { writeToClipboard } from '#web/ui/clipboard.ts'
import { Modal } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { useStayOnPage } from '#web/ui/unsaved-changes.tsx'

interface SecretFormProps extends Omit<ComponentProps<typeof DialogForm>, 'isFixed' | 'save'> {
  mutation: Omit<ReturnType<typeof useEndpointMutation>, 'send' | 'reset'>
}

/** A form whose response has a secret. It stays while it is sent: nobody could read the secret of a response without it. */
export function SecretForm({ mutation, ...form }: SecretFormProps) {
  const { isSending, isWaiting } = mutation
  useStayOnPage(isSending)
  const openSignIn = useLateSignOut()
  useEffect(() => {
    if (!isSending) openSignIn()
  })
  // A request that may have been received is not sent again by itself: each makes another secret.
  const save = { ...mutation, isWaiting: isWaiting && !isSending }
  return <DialogForm {...form} save={save} isFixed={isSending} />
}

/** Opens the sign-in page if another tab has signed out everywhere while this one had to stay for its secret. */
function useLateSignOut(): () => void {
  const { signal } = useSession()
  const navigate = useNavigate()
  const isOpening = useRef(false)
  return () => {
    if (!signal.aborted || isOpening.current) return
    // One at a time: each renders this again, and a second one would stop the first before its page has loaded.
    isOpening.current = true
    void Promise.resolve(navigate(paths.signIn(), { replace: true })).finally(() => {
      isOpening.current = false
    })
  }
}

interface SecretDialogProps {
  secret: string
  text: {
    onceTitle: string
    once: string
    copy: string
    copied: string
    /** Offers the secret as a file. */
    download?: string
    /** Without the confirmation it stays. */
    hasCopied: string
    done: string
  }
  /** Of the file. */
  fileName?: string
  onDone: () => void
}

/** Shows a secret, which nothing else has. Neither Esc nor a press outside closes it: it cannot be read again. */
export function SecretDialog({ secret, text, fileName, onDone }: SecretDialogProps) {
  const heading = useId()
  const hint = useId()
  const [isCopied, setCopied] = useState(false)
  const [hasCopied, setHasCopied] = useState(false)
  useStayOnPage(!hasCopied)
  const openSignIn = useLateSignOut()
  const finish = () => {
    onDone()
    openSignIn()
  }
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
        <div className="flex flex-wrap gap-2">
          <Button icon={isCopied ? Check : Copy} data-autofocus onClick={() => void copy()}>
            {isCopied ? text.copied : text.copy}
          </Button>
          {fileName && text.download && (
            <Button
              icon={Download}
              onClick={() =>
                downloadFile({ name: fileName, type: 'text/plain', text: `${secret}\n` })
              }
            >
              {text.download}
            </Button>
          )}
        </div>
        <Checkbox
          label={text.hasCopied}
          checked={hasCopied}
          onChange={({ target }) => setHasCopied(target.checked)}
        />
        <div className="flex justify-end">
          <Button
            variant="primary"
            {...(!hasCopied && { 'aria-disabled': true, 'aria-describedby': hint })}
            onClick={() => hasCopied && finish()}
          >
            {text.done}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
