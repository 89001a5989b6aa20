import Check from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Link, type To } from 'react-router-dom'

import { controlsText as text } from '#web/messages/en/controls.ts'
import { Icon } from './icon.tsx'

interface Crumb {
  label: string
  /** Omitted for the page itself. */
  to?: To
}

/** The pages above this one, above its title. */
export const Breadcrumb = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <nav aria-label={text.breadcrumb} className="min-w-0">
    <ol className="flex flex-wrap items-center gap-x-1.5 text-cell text-ink-3">
      {crumbs.map(({ label, to }, index) => (
        <li key={label} className="flex max-w-full min-w-0 items-center gap-1.5">
          {to === undefined ? (
            <span aria-current="page" className="truncate px-1 text-ink-2">
              {label}
            </span>
          ) : (
            <Link
              to={to}
              className="flex min-h-6 min-w-6 items-center truncate rounded-chip hover:text-ink hover:underline pointer-coarse:min-h-11"
            >
              {label}
            </Link>
          )}
          {(index < crumbs.length - 1 || to !== undefined) && (
            <Icon of={ChevronRight} size={14} className="rtl:-scale-x-100" />
          )}
        </li>
      ))}
    </ol>
  </nav>
)

interface Step {
  id: string
  label: string
  state: 'done' | 'failed' | 'upcoming'
  /** It cannot be opened yet, or no longer. */
  disabled?: boolean
}

interface StepperProps {
  label: string
  steps: readonly Step[]
  current: string
  onChoose: (id: string) => void
}

/** The steps of one task; on a phone the labels of the others are hidden. */
export const Stepper = ({ label, steps, current, onChoose }: StepperProps) => (
  <ol aria-label={label} className="flex flex-wrap items-center gap-x-2 gap-y-1">
    {steps.map((step, index) => {
      const isCurrent = step.id === current
      return (
        <li key={step.id} className="flex items-center gap-2">
          {index > 0 && <span aria-hidden className="h-px w-6 bg-line-strong max-md:hidden" />}
          <button
            type="button"
            disabled={step.disabled}
            aria-current={isCurrent ? 'step' : undefined}
            aria-label={formatStep(step, index + 1, steps.length)}
            onClick={() => onChoose(step.id)}
            className={`flex min-h-control items-center gap-2 rounded-control px-1.5 text-cell transition-colors duration-quick hover:bg-hover active:bg-pressed disabled:bg-transparent disabled:text-ink-disabled pointer-coarse:min-w-11 pointer-coarse:justify-center ${isCurrent ? 'font-medium text-ink' : 'text-ink-2'}`}
          >
            <StepMark step={step} number={index + 1} isCurrent={isCurrent} />
            <span className={isCurrent ? '' : 'max-md:sr-only'}>{step.label}</span>
          </button>
        </li>
      )
    })}
  </ol>
)

const formatStep = ({ label, state }: Step, number: number, total: number) =>
  [
    `${text.step(number, total)}: ${label}`,
    state === 'done' && text.stepDone,
    state === 'failed' && text.stepFailed,
  ]
    .filter(Boolean)
    .join(', ')

interface StepMarkProps {
  step: Step
  number: number
  isCurrent: boolean
}

function StepMark({ step: { state, disabled }, number, isCurrent }: StepMarkProps) {
  const look = isCurrent
    ? 'border-accent bg-accent text-on-accent'
    : state === 'failed'
      ? 'border-bad-line bg-bad-soft text-bad-ink'
      : state === 'done'
        ? 'border-accent-line bg-accent-soft text-accent-ink'
        : `bg-surface ${disabled ? 'border-line' : 'border-control'}`
  return (
    <span
      aria-hidden
      className={`grid size-6 shrink-0 place-items-center rounded-full border text-tag ${look}`}
    >
      {state === 'failed' ? (
        <Icon of={TriangleAlert} size={13} />
      ) : state === 'done' && !isCurrent ? (
        <Icon of={Check} size={13} />
      ) : (
        number
      )}
    </span>
  )
}
