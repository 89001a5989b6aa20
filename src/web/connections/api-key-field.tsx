import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import KeyRound from 'lucide-react/icons/key-round'
import { useId, useState } from 'react'

import { signIn as said } from '#web/messages/en/sign-in.ts'
import { cleanKey } from '#web/session/connection-check.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { KeyOutcome } from './key-outcome.tsx'
import type { CheckState } from './use-key-check.ts'

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
export const keyIssue = (typed: string) => (cleanKey(typed) ? undefined : said.keyMissing)

/** Where a key is pasted, and under it what the service says of it. */
export function KeyField({ value, onChange, state, accepted, issue, onBlur }: KeyFieldProps) {
  const [shown, setShown] = useState(false)
  const outcome = useId()
  return (
    <div className="grid gap-2">
      <Field
        large
        icon={KeyRound}
        label={said.key}
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
              label={shown ? said.hideKey : said.showKey}
              onClick={() => setShown(!shown)}
            />
          </div>
        }
      />
      <KeyOutcome id={outcome} state={state} />
    </div>
  )
}
