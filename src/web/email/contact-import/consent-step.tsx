import type { ConsentColumn } from '#client/importers/contacts/consent.ts'
import type { ColumnTarget } from '#client/importers/contacts/contact-columns.ts'
import { contactImportText as text } from '#web/messages/en/contact-import.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/field.tsx'
import { Step } from '#web/ui/import/import-step.tsx'
import { isConsentAnswered } from './columns.rules.ts'
import type { StepProps } from './contact-import.data.ts'

type ConsentProps = Pick<StepProps, 'state' | 'contactImport' | 'startsFocused'>

/** What the columns say of who may be written to, and what happens where they say nothing. */
export function ConsentStep({ state, contactImport, startsFocused }: ConsentProps) {
  const { file, targets, consent, unknown_consent } = state
  if (!file || !consent) return null
  const isAnswered = isConsentAnswered(state)
  const change = (header: string, target: ColumnTarget) => {
    const at = file.headers.indexOf(header)
    contactImport.change({ targets: targets.map((one, index) => (index === at ? target : one)) })
  }
  return (
    <Step title={text.consentTitle} startsFocused={startsFocused}>
      <p className="-mt-2 text-ink-2">{text.consentHint}</p>
      <ul className="grid gap-4">
        {consent.columns.map((column) => (
          <li key={column.header}>
            <ConsentRow consent={column} onChange={(target) => change(column.header, target)} />
          </li>
        ))}
      </ul>
      {consent.open > 0 && (
        <Select
          label={text.unknownConsent}
          hint={text.unknownConsentHint(consent.open)}
          value={unknown_consent ?? ''}
          options={[
            ...(unknown_consent === undefined ? [{ value: '', label: text.chooseStatus }] : []),
            ...unknownConsents.map((value) => ({ value, label: text.unknownConsents[value] })),
          ]}
          onChange={({ target }) =>
            contactImport.change({
              unknown_consent: unknownConsents.find((one) => one === target.value),
            })
          }
        />
      )}
      {!isAnswered && (
        <p id={CONSENT_PROBLEM} className="font-medium text-bad-ink">
          {text.answerConsent}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          aria-disabled={!isAnswered || undefined}
          aria-describedby={isAnswered ? undefined : CONSENT_PROBLEM}
          onClick={() => isAnswered && contactImport.open('check')}
        >
          {text.next}
        </Button>
        <Button onClick={() => contactImport.open('match')}>{text.back}</Button>
      </div>
    </Step>
  )
}

const CONSENT_PROBLEM = 'import-consent-problem'
const unknownConsents = ['unsubscribed', 'pending', 'subscribed'] as const

interface ConsentRowProps {
  consent: ConsentColumn
  onChange: (target: ColumnTarget) => void
}

function ConsentRow({ consent, onChange }: ConsentRowProps) {
  const { header, role, isAmbiguous, examples } = consent
  const field = `fields.${header}` as const
  const options = [
    ...(isAmbiguous ? [{ value: '', label: text.chooseMeaning }] : []),
    { value: 'opt_out', label: text.targets.opt_out },
    { value: 'opt_in', label: text.targets.opt_in },
    { value: 'status', label: text.targets.status },
    { value: 'field', label: text.targets.field },
    { value: 'skip', label: text.targets.skip },
  ]
  const choose = (value: string) => {
    if (value === 'opt_out' || value === 'opt_in' || value === 'status') onChange(value)
    else if (value !== '') onChange(value === 'field' ? field : null)
  }
  return (
    <div className="grid gap-1">
      <Select
        label={text.saysOf(header)}
        value={isAmbiguous ? '' : role}
        options={options}
        onChange={({ target }) => choose(target.value)}
      />
      <p className="text-meta text-ink-2">
        {/* Until somebody says what the column means, its cells mean nothing. */}
        {!isAmbiguous && text.consentCounts(consent)}
        {examples.length > 0 && (
          <bdi className="ms-2 text-ink-3">{text.consentExamples(examples)}</bdi>
        )}
      </p>
    </div>
  )
}
