import CircleAlert from 'lucide-react/icons/circle-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldX from 'lucide-react/icons/shield-x'
import type { ReactNode } from 'react'

import { signatureCheckText as text } from '#web/messages/en/signature-check.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { CheckResult } from './signature-check.rules.ts'

const icons = { ok: ShieldCheck, bad: ShieldX, warn: CircleAlert }
const colors = {
  ok: 'border-ok-line bg-ok-soft text-ok-ink',
  bad: 'border-bad-line bg-bad-soft text-bad-ink',
  warn: 'border-warn-line bg-warn-soft text-warn-ink',
}

interface OutcomeProps {
  family: keyof typeof icons
  title: string
  children?: ReactNode
}

const Outcome = ({ family, title, children }: OutcomeProps) => (
  <div className={`grid gap-2 rounded-card border px-4 py-3 ${colors[family]}`}>
    <h2 className="flex items-center gap-2 text-section">
      <Icon of={icons[family]} />
      {title}
    </h2>
    {children}
  </div>
)

/** Match or not, with the reasons that were found. */
export function CheckOutcome({ result }: { result: CheckResult }) {
  if (result.kind === 'match')
    return (
      <Outcome family="ok" title={text.match}>
        <p>{text.schemes[result.scheme]}</p>
      </Outcome>
    )
  if (result.kind !== 'mismatch')
    return <Outcome family="warn" title={text.problems[result.kind]} />
  if (result.reasons.length > 0)
    return (
      <Outcome family="bad" title={text.noMatch}>
        <p>{text.found}</p>
        <ul className="grid list-disc gap-1 ps-5">
          {result.reasons.map((reason) => (
            <li key={reason}>{text.reasons[reason]}</li>
          ))}
        </ul>
      </Outcome>
    )
  const { intro, ...checks } = text.noReason
  return (
    <Outcome family="bad" title={text.noMatch}>
      <p>{intro}</p>
      <ul className="grid list-disc gap-1 ps-5">
        {Object.values(checks).map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </Outcome>
  )
}
