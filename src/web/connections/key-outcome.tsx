import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useEffect } from 'react'

import { signIn } from '#web/messages/en/sign-in.ts'
import { Icon } from '#web/ui/icon.tsx'
import { announce } from '#web/ui/live-region.tsx'
import type { CheckState } from './use-key-check.ts'

/** What the service says of the key, under its field. */
export function KeyOutcome({ id, state }: { id: string; state: CheckState }) {
  const said = describe(state)
  const title = said?.title
  const good = state.outcome === 'accepted'
  useEffect(() => {
    if (title && state.outcome !== 'checking') announce(title, good ? 'polite' : 'assertive')
  }, [title, state.outcome, good])

  if (!said) return null
  if (state.outcome === 'checking') {
    return (
      <p id={id} className="flex items-center gap-3 px-3.5 text-ink-3">
        <Icon of={LoaderCircle} className="animate-spin" />
        {said.title}
      </p>
    )
  }
  return (
    <div
      id={id}
      data-testid="key-outcome"
      data-outcome={state.outcome}
      className={`grid animate-rise grid-cols-[auto_1fr] gap-x-3 rounded-control px-3.5 py-2.5 ${good ? 'bg-ok-soft text-ok-ink' : 'bg-bad-soft text-bad-ink'}`}
    >
      <Icon of={good ? CircleCheck : CircleX} className="mt-0.5" />
      <p className="font-semibold">{said.title}</p>
      {said.detail && <p className="col-start-2 text-cell text-ink-2">{said.detail}</p>}
    </div>
  )
}

function describe(state: CheckState): { title: string; detail?: string } | undefined {
  const said = signIn
  switch (state.outcome) {
    case 'idle':
    case 'bad_address': // said at the address
      return undefined
    case 'checking':
      return { title: said.checking }
    case 'wrong_key':
      return { title: said.wrongKey }
    case 'cannot_read':
      return { title: said.narrowKey }
    case 'unreachable':
      return {
        title: said.nobody(state.host),
        detail: state.cross_origin ? said.nobodyElsewhere : said.nobodyHint,
      }
    case 'unexpected': {
      const { code, request_id } = state.error
      return { title: said.unexpected, detail: said.unexpectedDetail(code, request_id) }
    }
    case 'accepted':
      return { title: said.accepted[state.scope], detail: meaningOf(state) }
  }
}

function meaningOf({ scope, me }: Extract<CheckState, { outcome: 'accepted' }>) {
  const said = signIn.acceptedMeaning
  return scope === 'write' && me
    ? said.write(me.workspace.name)
    : said[scope === 'read' ? 'read' : 'unknown']
}
