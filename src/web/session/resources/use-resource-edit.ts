import { useState, useSyncExternalStore } from 'react'

import { ApiError } from '#client/api-error.ts'
import { resourcesText as text } from '#web/messages/en/resources.ts'
import { useSession } from '#web/session/session.ts'
import { editResource } from './edit-resource.ts'
import type { Item } from './places.ts'
import type { Changes, Resource } from './resource.ts'

/** `editResource` with its state, for a form, which shows `error`. */
export function useResourceEdit() {
  const session = useSession()
  const { reachable } = session
  const isReachable = useSyncExternalStore(reachable.subscribe, reachable.get)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)

  /** What is saved now: the change, or what someone else has saved and the person kept. Undefined when the form goes on. */
  async function save<T extends Item, F extends keyof T>(
    resource: Resource<T, F>,
    seen: T,
    changes: Changes<T, F>,
  ): Promise<{ readonly item: T; readonly theirFields?: readonly PropertyKey[] } | undefined> {
    if (isPending) return undefined
    setPending(true)
    setError(null)
    const outcome = await editResource(session, resource, seen, changes, { silent: true })
    setPending(false)
    if (outcome.state === 'error') setError(outcome.error)
    if (outcome.state === 'gone')
      setError(
        new ApiError({ code: 'conflict', status: 404, message: text.gone(resource.title(seen)) }),
      )
    return outcome.state === 'saved' || outcome.state === 'theirs' ? outcome : undefined
  }
  return {
    save,
    isPending,
    /** The request is sent again when the server can be reached. */
    isWaiting: isPending && !isReachable,
    error,
    clearError: () => setError(null),
    // The same values twice are the same change.
    canDuplicate: false,
  }
}
