import { type ReactNode, useRef, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { Input, WriteName } from '#contract/endpoints.ts'
import { messages } from '#web/messages/en/app.ts'
import { listEditText as text } from '#web/messages/en/lists.ts'
import type { MutationOptions, MutationResult } from '#web/session/mutations/mutation.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import type { RemoveOutcome } from '#web/session/resources/remove-resource.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'

interface GuardOptions {
  /** The version the form began with; undefined for something new. */
  version: string | undefined
  /** The version the server has now. */
  loadVersion: () => Promise<string | undefined>
}

/**
 * `useEndpointMutation` for the form of one resource. When someone else changed it meanwhile nothing is saved and
 * `isConflict` says so; the next submit overwrites their version.
 */
export function useGuardedSave<N extends WriteName>(
  name: N,
  { version, loadVersion }: GuardOptions,
) {
  const mutation = useEndpointMutation(name)
  const current = useRef(version)
  const [isConflict, setConflict] = useState(false)

  const onConflict = () => {
    setConflict(true)
    void loadVersion().then(
      (next) => (current.current = next),
      // Without a version the next submit overwrites whatever is there, as the notice says.
      () => (current.current = undefined),
    )
  }
  const save = (
    input: Input<N>,
    options: Omit<MutationOptions<N>, 'version' | 'onConflict'> = {},
  ): Promise<MutationResult<N>> => {
    setConflict(false)
    return mutation.send(input, { ...options, version: () => current.current, onConflict })
  }
  return { ...mutation, error: isConflict ? null : mutation.error, isConflict, save }
}

interface SaveNoticesProps {
  save: Pick<ReturnType<typeof useGuardedSave>, 'isWaiting' | 'error' | 'canDuplicate'> & {
    readonly isConflict?: boolean
  }
  /** Said when someone else changed it. */
  conflict?: string
}

/** Below the fields: waiting for the server, a conflict, or why it was not saved. */
export const SaveNotices = ({ save, conflict }: SaveNoticesProps) => (
  <>
    <p role="status" className="rounded-control bg-warn-soft px-3 py-2 text-warn-ink empty:hidden">
      {save.isWaiting && messages.app.waiting}
    </p>
    {(save.error || save.isConflict) && (
      <p
        role="alert"
        className={`rounded-control px-3 py-2 ${save.isConflict ? 'bg-warn-soft text-warn-ink' : 'bg-bad-soft text-bad-ink'}`}
      >
        {save.error
          ? formatSaveError(save.error, { canDuplicate: save.canDuplicate, textKept: true })
          : conflict}
      </p>
    )}
  </>
)

interface ConfirmRemoveDialogProps {
  title: string
  effect: string
  /** The button that deletes. */
  action: string
  remove: () => Promise<RemoveOutcome<unknown>>
  onClose: () => void
  onRemoved: () => void
}

/** Asks before a deletion that has no undo. */
export function ConfirmRemoveDialog(props: ConfirmRemoveDialogProps) {
  const { title, effect, action, remove, onClose, onRemoved } = props
  const [error, setError] = useState<ApiError | null>(null)
  const [isPending, setPending] = useState(false)
  const confirm = async () => {
    setPending(true)
    setError(null)
    const outcome = await remove()
    setPending(false)
    if (outcome.state === 'error') return setError(outcome.error)
    if (outcome.state !== 'canceled') onClose()
    if (outcome.state === 'removed' || outcome.state === 'gone') onRemoved()
  }
  return (
    <ConfirmFrame {...{ title, effect, action, isPending, onClose }} onConfirm={confirm}>
      <SaveNotices save={{ isWaiting: false, error, canDuplicate: false }} />
    </ConfirmFrame>
  )
}

interface ConfirmSaveDialogProps<N extends WriteName> {
  title: string
  effect: string
  /** The button that sends the request. */
  action: string
  cancel?: string
  endpoint: N
  input: Input<N>
  version?: string | undefined
  onClose: () => void
  /** It is done, or somebody deleted it before. */
  onDone: (isGone: boolean) => void
}

/** Asks before a request that has no undo, such as a deletion. */
export function ConfirmSaveDialog<N extends WriteName>(props: ConfirmSaveDialogProps<N>) {
  const { title, effect, action, cancel = messages.app.cancel, endpoint, input, version } = props
  const { onClose, onDone } = props
  const save = useGuardedSave(endpoint, { version, loadVersion: async () => undefined })
  const confirm = async () => {
    const result = await save.save(input)
    const isGone = result.state === 'error' && result.error.code === 'not_found'
    if (result.state !== 'success' && !isGone) return
    onClose()
    onDone(isGone)
  }
  return (
    <ConfirmFrame
      {...{ title, effect, action, cancel, onClose }}
      isPending={save.isPending}
      onConfirm={confirm}
    >
      <SaveNotices save={save} conflict={text.deleteConflict} />
    </ConfirmFrame>
  )
}

interface ConfirmFrameProps {
  title: string
  effect: string
  action: string
  cancel?: string
  isPending: boolean
  onClose: () => void
  onConfirm: () => Promise<void>
  children: ReactNode
}

function ConfirmFrame({ title, effect, action, children, ...props }: ConfirmFrameProps) {
  const { cancel = messages.app.cancel, isPending, onClose, onConfirm } = props
  const offlineProps = useOfflineProps()
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{effect}</p>
      {children}
      <div className="flex justify-end gap-2">
        <Button data-autofocus onClick={onClose}>
          {cancel}
        </Button>
        <Button
          {...offlineProps}
          variant="danger"
          busy={isPending}
          onClick={() => !offlineProps && void onConfirm()}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
