import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { connectionText } from '#web/messages/en/connection.ts'
import { updateConnection } from '#web/session/connections.ts'
import {
  getDelayedMutations,
  type DelayedKind,
  type PendingMutation,
} from '#web/session/mutations/delayed-mutations.ts'
import { useSession } from '#web/session/session.ts'
import { useMe, useKeyState } from '#web/session/use-capabilities.ts'
import { useOnline } from '#web/session/use-connection.ts'
import { toast } from '#web/ui/toast.ts'
import { Tooltips } from '#web/ui/tooltip.tsx'
import { ConnectionLine, BannerAction } from './banner.tsx'
import { OfflineLine, UnreachableLine } from './offline-banner.tsx'

/** Slim lines over the page: the network or the service is away, the key was refused, something was not sent. */
export function ConnectionLines() {
  useKeepConnection()
  const online = useOnline()
  useEffect(() => {
    document.documentElement.dataset['online'] = String(online)
  }, [online])
  return (
    <>
      <RefreshLine />
      <OfflineLine />
      <UnreachableLine />
      <KeyLine />
      <UnsentLines />
      <Paused />
      <Tooltips />
    </>
  )
}

/** What is kept of a connection follows what the service says of it: a renamed workspace, another scope. */
function useKeepConnection() {
  const { connection } = useSession()
  const me = useMe()
  useEffect(() => {
    if (!me) return
    const { name: key_name, scope, admin } = me.key
    updateConnection(connection.fingerprint, { name: me.workspace.name, key_name, scope, admin })
  }, [me, connection.fingerprint])
}

/** The key was refused and the question about it put off: the way back to it. */
export function KeyLine() {
  const { apiKey: ownKey } = useSession()
  if (useKeyState() !== 'dismissed') return null
  return (
    <ConnectionLine text={`${connectionText.refused}.`}>
      {connectionText.refused}.
      <BannerAction onClick={() => void ownKey.requestReplacementKey()}>
        {connectionText.enterKey}
      </BannerAction>
    </ConnectionLine>
  )
}

/** Fresher data is on its way: a thin line moves at the top of the page, and what is shown stays. */
export function RefreshLine() {
  const fetching = useIsFetching({ predicate: isRefetch })
  if (fetching === 0) return null
  return (
    <div
      aria-hidden
      data-testid="refreshing"
      className="pointer-events-none fixed inset-x-0 top-0 z-10 h-0.5 animate-appear overflow-hidden md:start-rail lg:start-sidebar"
    >
      <div className="h-full w-1/4 animate-sweep bg-accent" />
    </div>
  )
}

const isRefetch = ({ state }: { state: { data: unknown } }) => state.data !== undefined

/** What an earlier visit meant to do and did not, because its tab was closed during the wait. */
export function UnsentLines() {
  const held = getDelayedMutations(useSession())
  const [left, setLeft] = useState(held.interrupted)
  const settle = (kind: DelayedKind, work: (list: readonly PendingMutation[]) => void) => {
    work(left.filter((one) => one.kind === kind))
    setLeft(left.filter((one) => one.kind !== kind))
  }
  const kinds = [...new Set(left.map(({ kind }) => kind))].filter(
    (kind) => kind in connectionText.unsent,
  )
  return kinds.map((kind) => {
    const count = left.filter((one) => one.kind === kind).length
    const text = connectionText.unsent[kind](count)
    return (
      <ConnectionLine key={kind} text={text}>
        {text}
        <BannerAction onClick={() => settle(kind, held.sendInterrupted)}>
          {connectionText.doNow[kind](count)}
        </BannerAction>
        <BannerAction onClick={() => settle(kind, held.discardInterrupted)}>
          {connectionText.forgetUnsent}
        </BannerAction>
      </ConnectionLine>
    )
  })
}

/** Makes the controls marked by `usePaused` do nothing, and holds the sentence that describes them. */
export function Paused() {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const control = event.target instanceof Element ? event.target.closest(PAUSED) : null
      if (!control) return
      event.preventDefault()
      event.stopPropagation()
      toast({ text: messages.app.whyNot.offline })
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [])
  return (
    <p id="why-paused" hidden>
      {messages.app.whyNot.offline}
    </p>
  )
}

const PAUSED = '[aria-describedby="why-paused"]'
