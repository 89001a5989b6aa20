import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'

import type { ApiKey } from '#client/resources.ts'
import { revokeText as text } from '#web/messages/en/keys.ts'
import { paths } from '#web/paths.ts'
import { forget } from '#web/session/connections.ts'
import { getJobs, isRunning } from '#web/session/jobs.ts'
import { createDrafts } from '#web/session/mutations/drafts.ts'
import { flushDrafts } from '#web/session/mutations/flush-drafts.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { hideItem } from '#web/session/resources/places.ts'
import { useSession } from '#web/session/session.ts'
import { useMe } from '#web/session/use-capabilities.ts'
import { ConfirmTypingDialog, isNameOf } from '#web/ui/form/dialog-form.tsx'
import { formatTime } from '#web/ui/format.ts'
import { now } from '#web/ui/server-time.ts'
import { toast } from '#web/ui/toast.ts'
import { keyResource, keysQuery } from './keys.data.ts'
import { isLastAdminKey } from './keys.rules.ts'

interface RevokeKeyDialogProps {
  apiKey: ApiKey
  onClose: () => void
}

/** Revokes a key once its name is typed; the last admin key never. */
export function RevokeKeyDialog({ apiKey: opened, onClose }: RevokeKeyDialogProps) {
  const { data, hasNextPage } = useInfiniteQuery(keysQuery())
  const keys = data?.pages.flatMap((page) => page.data) ?? []
  // Its last use goes on. One that is listed no more is revoked, or its revocation is being answered.
  const apiKey = keys.find(({ id }) => id === opened.id) ?? opened
  // While others are not loaded the server decides.
  const isLast = !hasNextPage && isLastAdminKey(apiKey, keys, now())
  const { send, ...save } = useEndpointMutation('DELETE /api-keys/:key_id')
  const { id, name, last_used_at } = apiKey
  const session = useSession()
  const navigate = useNavigate()
  const isCurrent = useMe()?.key.id === id

  /** Whether a request before may have revoked it, so that the server refuses the next one. */
  const mayBeRevoked = useRef(false)

  /** At once: a request with the revoked key would ask for another one. */
  const signOut = () => {
    session.close()
    forget(session.connection.fingerprint)
    // The layout takes its toasts along.
    void navigate(paths.signIn(), { state: { notice: text.signedOut(name) } })
  }
  const revoke = async (close: () => boolean) => {
    const scope = keyResource.scope(apiKey)
    const { fingerprint } = session.connection
    // Another key may have taken its place meanwhile, which stays.
    const isInUse = () => isCurrent && session.connection.fingerprint === fingerprint
    let takeBack: (() => void) | undefined
    const onSend = () => {
      if (isInUse() && mayBeRevoked.current) takeBack = session.apiKey.expectRefusal()
      mayBeRevoked.current = true
    }
    const onSuccess = () => {
      if (isInUse()) signOut()
    }
    const result = await send({ key_id: id }, { scope, onSend, onSuccess })
    if (session.signal.aborted) return
    const code = result.state === 'error' && result.error.code
    if (takeBack && code === 'unauthenticated') return signOut()
    takeBack?.()
    if (result.state !== 'success' && code !== 'not_found') {
      mayBeRevoked.current = result.state === 'error' && result.error.isOutcomeUnknown
      return
    }
    session.undo.removeScope(scope)
    close()
    // The list is read again later than the toast says it.
    hideItem(session, keyResource, id)
    toast({ text: text.revoked(name) })
  }
  return (
    <ConfirmTypingDialog
      title={text.title(name)}
      action={isLast ? undefined : text.revoke}
      typing={
        isLast
          ? undefined
          : { label: text.confirm(name), mismatch: text.mismatch, matches: isNameOf(name) }
      }
      save={save}
      waiting={text.waiting}
      // It cannot be taken back, and its answer is to be seen. While nothing answers, it can be given up.
      isFixed={save.isSending && !save.isWaiting}
      onConfirm={revoke}
      onClose={onClose}
    >
      {isLast ? (
        <p>{text.lastAdmin}</p>
      ) : (
        <p>
          {text.effect}{' '}
          {last_used_at === null
            ? text.neverUsed
            : text.lastUsed(formatTime(new Date(last_used_at)))}
          {isCurrent && (
            <strong className="mt-3 block font-medium">
              {text.current} <Losses scope={keyResource.scope(apiKey)} />
            </strong>
          )}
        </p>
      )}
    </ConfirmTypingDialog>
  )
}

/** What ends with the session, as when someone signs out. `scope` is that of the revocation, which does not count. */
function Losses({ scope }: { scope: string }) {
  const session = useSession()
  const { mutate } = session
  const jobs = getJobs(session)
  const running = useSyncExternalStore(jobs.subscribe, jobs.list).filter(isRunning).length
  const unsaved = useSyncExternalStore(
    mutate.subscribe,
    () => mutate.pendingCount() - mutate.pendingCount(scope),
  )
  // While the name is typed, so that they are there before the key stops working.
  useEffect(() => void flushDrafts(session), [session])
  const drafts = createDrafts(() => session.connection.fingerprint).list().length
  return (
    <>
      {running > 0 && text.jobs(running)} {unsaved > 0 && text.unsaved(unsaved)}{' '}
      {drafts > 0 && text.drafts(drafts)}
    </>
  )
}
