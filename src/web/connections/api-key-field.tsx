import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import KeyRound from 'lucide-react/icons/key-round'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useId, useState, useEffect, useCallback } from 'react'

import { signInText as text, signInText } from '#web/messages/en/sign-in.ts'
import {
  normalizeKey,
  checkConnection,
  type ConnectionCheck,
} from '#web/session/connection-check.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { afterPress } from '#web/ui/form.ts'
import { Icon } from '#web/ui/icon.tsx'
import { announce } from '#web/ui/live-region.tsx'

interface KeyFieldProps {
  value: string
  onChange: (typed: string) => void
  state: CheckState
  /** The cleaned key; its last four characters are shown once it is accepted. */
  accepted: string
  issue: string | undefined
  onBlur: () => void
}

/** What is wrong with a key before anybody is asked. */
export const keyIssue = (typed: string) => (normalizeKey(typed) ? undefined : text.keyRequired)

/** Where a key is pasted, and under it what the service says of it. */
export function KeyField({ value, onChange, state, accepted, issue, onBlur }: KeyFieldProps) {
  const [shown, setShown] = useState(false)
  const outcome = useId()
  return (
    <div className="grid gap-2">
      <Field
        large
        icon={KeyRound}
        label={text.key}
        type={shown ? 'text' : 'password'}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={outcome}
        issue={issue}
        trailing={
          <div className="flex items-center gap-1.5">
            {!shown && state.outcome === 'accepted' && (
              <span aria-hidden className="bg-surface ps-2 text-cell text-ink-3">
                {accepted.slice(-4)}
              </span>
            )}
            <IconButton
              icon={shown ? EyeOff : Eye}
              label={shown ? text.hideKey : text.showKey}
              onClick={() => setShown(!shown)}
            />
          </div>
        }
      />
      <KeyOutcome id={outcome} state={state} />
    </div>
  )
}

/** What the service says of the key, under its field. */
function KeyOutcome({ id, state }: { id: string; state: CheckState }) {
  const text = describe(state)
  const title = text?.title
  const good = state.outcome === 'accepted'
  useEffect(() => {
    if (title && state.outcome !== 'checking') announce(title, good ? 'polite' : 'assertive')
  }, [title, state.outcome, good])

  if (!text) return null
  if (state.outcome === 'checking') {
    return (
      <p id={id} className="flex items-center gap-3 px-3.5 text-ink-3">
        <Icon of={LoaderCircle} className="animate-spin" />
        {text.title}
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
      <p className="font-semibold">{text.title}</p>
      {text.detail && <p className="col-start-2 text-cell text-ink-2">{text.detail}</p>}
    </div>
  )
}

function describe(state: CheckState): { title: string; detail?: string } | undefined {
  const text = signInText
  switch (state.outcome) {
    case 'idle':
    case 'bad_address': // said at the address
      return undefined
    case 'checking':
      return { title: text.checking }
    case 'wrong_key':
      return { title: text.invalidKey }
    case 'cannot_read':
      return { title: text.insufficientScope }
    case 'unreachable':
      return {
        title: text.nobody(state.host),
        detail: state.cross_origin ? text.unreachableCrossOrigin : text.unreachableHint,
      }
    case 'unexpected': {
      const { code, request_id } = state.error
      return { title: text.unexpected, detail: text.unexpectedDetail(code, request_id) }
    }
    case 'accepted':
      return { title: text.accepted[state.scope], detail: meaningOf(state) }
  }
}

function meaningOf({ scope, me }: Extract<CheckState, { outcome: 'accepted' }>) {
  const text = signInText.acceptedDescription
  return scope === 'write' && me
    ? text.write(me.workspace.name)
    : text[scope === 'read' ? 'read' : 'unknown']
}

export type CheckState = { outcome: 'idle' } | { outcome: 'checking' } | ConnectionCheck

const IDLE: CheckState = { outcome: 'idle' }

/** Asks about a key 300 ms after typing stops, and drops the answer when something else was typed meanwhile. */
export function useKeyCheck(base_url: string, typedKey: string) {
  const key = normalizeKey(typedKey)
  const question = key && `${base_url}\n${key}`
  const [checked, setChecked] = useState({ question: '', state: IDLE })

  const check = useCallback(
    async (signal?: AbortSignal): Promise<CheckState> => {
      // The line under the field moves what is below it.
      afterPress(() => setChecked({ question, state: { outcome: 'checking' } }))
      const state = await checkConnection({ base_url, key }, { signal })
      afterPress(() => setChecked({ question, state }))
      return state
    },
    [question, base_url, key],
  )

  useEffect(() => {
    if (!question) return
    const abort = new AbortController()
    // Only a check that was dropped rejects.
    const timer = setTimeout(() => check(abort.signal).catch(() => undefined), 300)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [question, check])

  return { key, state: checked.question === question ? checked.state : IDLE, check }
}
