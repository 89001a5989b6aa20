import './people.css'
import { useQuery } from '@tanstack/react-query'

import type { PortalUser } from '#client/resources.ts'
import { mergeText as text } from '#web/messages/en/people.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { hideItem } from '#web/session/resources/places.ts'
import { useSession } from '#web/session/session.ts'
import { ConfirmNameForm } from '#web/ui/confirm/confirm-name-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { personResource } from './user-changes.data.ts'
import { formatUserName } from './user-name.rules.ts'
import { userQuery } from './users.data.ts'

interface ForgetDialogProps {
  user: PortalUser
  onClose: () => void
}

/** Erases a person once their name is typed. */
export function ForgetDialog({ user: row, onClose }: ForgetDialogProps) {
  const session = useSession()
  const offlineProps = useOfflineProps()
  const { data: user = row } = useQuery({ ...userQuery(row.id), staleTime: 0 })
  const name = formatUserName(user)
  const { send, error, isPending } = useEndpointMutation('DELETE /feedback/users/:user_id')
  const forget = async () => {
    const rollback = hideItem(session, personResource, user.id)
    const result = await send({ user_id: user.id }, { version: () => user.version })
    const isGone = result.state === 'error' && result.error.code === 'not_found'
    if (result.state !== 'success' && !isGone) return rollback()
    onClose()
    toast({ text: text.forgotten(name) })
  }
  return (
    <Dialog title={text.forgetTitle(name)} onClose={onClose}>
      <ConfirmNameForm
        name={name}
        label={text.forgetConfirm(name)}
        mismatch={text.forgetMismatch}
        action={text.forget}
        offlineProps={offlineProps}
        isPending={isPending}
        onConfirm={() => void forget()}
        onCancel={onClose}
        error={
          error && (
            <p role="alert" className="person-error">
              {formatSaveError(error)}
            </p>
          )
        }
      >
        {text.forgetEffect(user.counters?.posts, user.counters?.votes)} {text.permanent}
      </ConfirmNameForm>
    </Dialog>
  )
}
