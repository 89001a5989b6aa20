import { useState } from 'react'

import { interruptedText as text } from '#web/messages/en/interrupted-mutations.ts'
import {
  type DelayedKind,
  getDelayedMutations,
  type PendingMutation,
} from '#web/session/mutations/delayed-mutations.ts'
import { useSession } from '#web/session/session.ts'
import { Banner, BannerAction } from './banner.tsx'

/** A banner for each kind: sends the mutations now, or discards them. */
export function InterruptedBanners({ mutations }: { mutations: readonly PendingMutation[] }) {
  const delayedMutations = getDelayedMutations(useSession())
  const [pending, setPending] = useState(mutations)
  const settle = (kind: DelayedKind, resolve: (mutations: readonly PendingMutation[]) => void) => {
    resolve(pending.filter((mutation) => mutation.kind === kind))
    setPending(pending.filter((mutation) => mutation.kind !== kind))
  }
  const kinds = [...new Set(pending.map(({ kind }) => kind))].filter(
    (kind) => kind in text.interrupted,
  )
  return kinds.map((kind) => {
    const count = pending.filter((mutation) => mutation.kind === kind).length
    const sentence = text.interrupted[kind](count)
    return (
      <Banner key={kind} text={sentence}>
        {sentence}
        <BannerAction onClick={() => settle(kind, delayedMutations.sendInterrupted)}>
          {text.sendInterruptedNow[kind]}
        </BannerAction>
        <BannerAction onClick={() => settle(kind, delayedMutations.discardInterrupted)}>
          {text.discardInterrupted}
        </BannerAction>
      </Banner>
    )
  })
}
