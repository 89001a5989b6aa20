import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router-dom'

import type { ApiError } from '#client/api-error.ts'
import { messages } from '#web/messages/en/app.ts'
import { paths } from '#web/paths.ts'
import { downloadFile } from '#web/session/download-file.ts'
import type { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { writeToClipboard } from '#web/ui/clipboard.ts'
import { Dialog, Modal } from '#web/ui/dialog.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { submitOnCtrlEnter } from '#web/ui/form/form.ts'
import { announce } from '#web/ui/live-region.tsx'
import { useStayOnPage, useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'

interface SecretFormProps {
  title: string
  className?: string
  submitLabel: string
  form: RefObject<HTMLFormElement | null>
  /** Whether something was typed. */
  isDirty: boolean
  mutation: Omit<ReturnType<typeof useEndpointMutation>, 'send' | 'reset'>
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A form whose response has a secret. It stays while it is sent: nobody could read the secret of a response without it. */
export function SecretForm(props: SecretFormProps) {
  const { title, className, submitLabel, form, isDirty, mutation, onSubmit, onClose } = props
  const offlineProps = useOfflineProps()
  const { isSending, isWaiting } = mutation
  useStayOnPage(isSending)
  const openSignIn = useLateSignOut()
  useEffect(() => {
    if (!isSending) openSignIn()
  })
  const { close, confirmation } = useUnsavedChanges(() => isDirty, onClose)
  const closeUnlessSending = () => {
    if (!isSending) close()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!offlineProps) onSubmit()
  }
  return (
    <Dialog title={title} onClose={closeUnlessSending} {...(className && { className })}>
      <form
        ref={form}
        noValidate
        className="grid grid-cols-1 gap-6"
        onSubmit={submit}
        onKeyDown={submitOnCtrlEnter}
      >
        {props.children}
        {/* A request that may have been received is not sent again by itself: each makes another secret. */}
        <FormMessages {...mutation} isWaiting={isWaiting && !isSending} />
        <div className="flex justify-end gap-2">
          <Button aria-disabled={isSending || undefined} onClick={closeUnlessSending}>
            {messages.app.cancel}
          </Button>
          <Button {...offlineProps} type="submit" variant="primary" busy={mutation.isPending}>
            {submitLabel}
          </Button>
        </div>
      </form>
      {!isSending && confirmation}
    </Dialog>
  )
}

/** Opens the sign-in page if another tab has signed out everywhere while this one had to stay for its secret. */
function useLateSignOut(): () => void {
  const { signal } = useSession()
  const navigate = useNavigate()
  return () => {
    if (signal.aborted) void navigate(paths.signIn(), { replace: true })
  }
}

/** For the answer to a request of a dialog: closes that one, and not the next one where it was closed before. */
export function useOwnClose(onClose: () => void): () => void {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  return () => {
    if (isOpen.current) onClose()
  }
}

interface FormMessagesProps {
  error: ApiError | null
  /** The request is sent again when the server can be reached. */
  isWaiting: boolean
  canDuplicate: boolean
}

/** Why a form is not saved yet. */
export const FormMessages = ({ error, isWaiting, canDuplicate }: FormMessagesProps) => (
  <>
    <p role="status" className="rounded-control bg-warn-soft px-3 py-2 text-warn-ink empty:hidden">
      {isWaiting && messages.app.waiting}
    </p>
    {error && (
      <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-bad-ink">
        {formatSaveError(error, { canDuplicate, textKept: true })}
      </p>
    )}
  </>
)

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
