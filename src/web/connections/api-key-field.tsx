import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import KeyRound from 'lucide-react/icons/key-round'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useId, useState, useEffect, useCallback, useRef } from 'react'

import { signInText as text } from '#web/messages/en/sign-in.ts'
import {
  normalizeKey,
  checkConnection,
  type ConnectionCheck,
} from '#web/session/connection-check.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { afterPointerUp } from '#web/ui/form/form.ts'
import { Icon } from '#web/ui/icon.tsx'
import { announce } from '#web/ui/live-region.tsx'

interface ApiKeyFieldProps {
  value: string
  onChange: (input: string) => void
  state: CheckState
  /** The cleaned key; its last four characters are shown once it is accepted. */
  accepted: string
  issue: string | undefined
  onBlur: () => void
}

export const validateKey = (input: string) => (normalizeKey(input) ? undefined : text.keyRequired)

/** The field for an API key, with the result of its check. */
export function ApiKeyField({ value, onChange, state, accepted, issue, onBlur }: ApiKeyFieldProps) {
  const [isVisible, setVisible] = useState(false)
  const outcome = useId()
  return (
    <div className="grid gap-2">
      <Field
        large
        icon={KeyRound}
        label={text.key}
        type={isVisible ? 'text' : 'password'}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={outcome}
        issue={issue}
        aria-invalid={state.outcome === 'wrong_key' || state.outcome === 'cannot_read'}
        trailing={
          <div className="flex items-center gap-1.5">
            {!isVisible && state.outcome === 'accepted' && (
              <span aria-hidden className="bg-surface ps-2 text-cell text-ink-3">
                {accepted.slice(-4)}
              </span>
            )}
            <IconButton
              icon={isVisible ? EyeOff : Eye}
              label={isVisible ? text.hideKey : text.showKey}
              onClick={() => setVisible(!isVisible)}
            />
          </div>
        }
      />
      <KeyCheckResult id={outcome} state={state} />
    </div>
  )
}

function KeyCheckResult({ id, state }: { id: string; state: CheckState }) {
  const description = describe(state)
  const title = description?.title
  const good = state.outcome === 'accepted'
  useEffect(() => {
    if (!title || state.outcome === 'checking') return
    // Removed with the result: the page must not say that a key is wrong once another one is accepted.
    return announce(title, good ? 'polite' : 'assertive')
  }, [title, state.outcome, good])

  if (!description) return null
  if (state.outcome === 'checking') {
    return (
      <p id={id} className="flex items-center gap-3 px-3.5 text-ink-3">
        <Icon of={LoaderCircle} className="animate-spin" />
        {title}
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
      <p className="font-semibold">{title}</p>
      {description.detail && (
        <p className="col-start-2 text-cell text-ink-2">{description.detail}</p>
      )}
    </div>
  )
}

function describe(state: CheckState): { title: string; detail?: string } | undefined {
  switch (state.outcome) {
    case 'idle':
    case 'bad_address': // reported at the address field
      return undefined
    case 'checking':
      return { title: text.checking }
    case 'wrong_key':
      return { title: text.invalidKey }
    case 'cannot_read':
      return { title: text.insufficientScope }
    case 'unreachable':
      return {
        title: text.unreachable(state.host),
        detail: state.cross_origin ? text.unreachableCrossOrigin : text.unreachableHint,
      }
    case 'unexpected': {
      const { code, request_id } = state.error
      return { title: text.unexpected, detail: text.unexpectedDetail(code, request_id) }
    }
    case 'accepted':
      return { title: text.accepted[state.scope], detail: describeScope(state) }
  }
}

function describeScope({ me }: Extract<CheckState, { outcome: 'accepted' }>) {
  const { unknown, write, read, admin } = text.acceptedDescription
  if (!me) return unknown
  const { key, workspace } = me
  const describe = key.admin ? admin : key.scope === 'read' ? read : write
  return describe(key.name, workspace.name)
}

type CheckState = { outcome: 'idle' } | { outcome: 'checking' } | ConnectionCheck

const IDLE: CheckState = { outcome: 'idle' }

/** Checks the key 300 ms after typing stops; further typing aborts the check. */
export function useKeyCheck(base_url: string, keyInput: string) {
  const key = normalizeKey(keyInput)
  const checkKey = key && `${base_url}\n${key}`
  const [result, setResult] = useState({ checkKey: '', state: IDLE })

  const delayedCheck = useRef<AbortController>(undefined)

  const check = useCallback(
    async (signal?: AbortSignal): Promise<CheckState> => {
      // Two checks would announce the same result twice.
      if (!signal) delayedCheck.current?.abort()
      // The line under the field moves what is below it.
      afterPointerUp(() => setResult({ checkKey, state: { outcome: 'checking' } }))
      const state = await checkConnection({ base_url, key }, { signal })
      afterPointerUp(() => setResult({ checkKey, state }))
      return state
    },
    [checkKey, base_url, key],
  )

  useEffect(() => {
    if (!checkKey) return
    const abort = new AbortController()
    const { signal } = abort
    delayedCheck.current = abort
    // Only an aborted check rejects.
    const timer = setTimeout(() => signal.aborted || check(signal).catch(() => undefined), 300)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [checkKey, check])

  return { key, state: result.checkKey === checkKey ? result.state : IDLE, check }
}
