import { useState } from 'react'

import { connection as said } from '#web/messages/en/connection.ts'
import { heldOf } from '#web/session/mutations/delayed-mutations.ts'
import type { HeldKind, Unsent } from '#web/session/mutations/unsent.ts'
import { useSession } from '#web/session/session.ts'
import { ConnectionLine, LineAction } from './banner.tsx'

/** What an earlier visit meant to do and did not, because its tab was closed during the wait. */
export function UnsentLines() {
  const held = heldOf(useSession())
  const [left, setLeft] = useState(held.leftOver)
  const settle = (kind: HeldKind, work: (list: readonly Unsent[]) => void) => {
    work(left.filter((one) => one.kind === kind))
    setLeft(left.filter((one) => one.kind !== kind))
  }
  const kinds = [...new Set(left.map(({ kind }) => kind))].filter((kind) => kind in said.unsent)
  return kinds.map((kind) => {
    const count = left.filter((one) => one.kind === kind).length
    const text = said.unsent[kind](count)
    return (
      <ConnectionLine key={kind} said={text}>
        {text}
        <LineAction onClick={() => settle(kind, held.sendLeftOver)}>
          {said.doNow[kind](count)}
        </LineAction>
        <LineAction onClick={() => settle(kind, held.forgetLeftOver)}>
          {said.forgetUnsent}
        </LineAction>
      </ConnectionLine>
    )
  })
}
