import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { RawResponse } from '#client/raw-reader.ts'
import { previewJson } from '#web/developers/webhooks/delivery-body.rules.ts'
import { referenceText } from '#web/messages/en/reference.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/copyable.tsx'
import { formatError, formatLoadError } from '#web/ui/error-message.ts'
import { Field, Select } from '#web/ui/form/field.tsx'
import { submitOnCtrlEnter, useFocusFirstIssue } from '#web/ui/form/form.ts'
import { formatNumber } from '#web/ui/format.ts'
import { Pill } from '#web/ui/pill.tsx'
import { type Trial, useTrial } from './reference.data.ts'
import { type Endpoint, type EndpointDetails, isText, type Parameter } from './reference.rules.ts'
import { buildPath, typedValue, valueKey, type Values } from './samples.rules.ts'
import { lineClass, PartHeading } from './topic-section.tsx'

const text = referenceText.tryIt

interface TryItProps {
  endpoint: Endpoint
  details: EndpointDetails
  values: Values
  onChange: (values: Values) => void
  document: unknown
}

/** Sends a read with the key in use and shows what comes back. */
export function TryIt(props: TryItProps) {
  return (
    <>
      <PartHeading>{text.title}</PartHeading>
      {isText(props.details) ? <p>{text.stream}</p> : <TryForm {...props} />}
    </>
  )
}

function TryForm({ endpoint, details, values, onChange, document }: TryItProps) {
  const { state, trial, send, cancel } = useTrial()
  const [isChecked, setChecked] = useState(false)
  const { form, focusFirstIssue } = useFocusFirstIssue()
  const submitButton = useRef<HTMLButtonElement>(null)
  const fields = details.parameters.filter(({ place }) => place !== 'header')
  const required = fields.filter(({ isRequired }) => isRequired)
  const optional = fields.filter(({ isRequired }) => !isRequired)
  const isBusy = state === 'sending' || state === 'slow'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (required.some((parameter) => typedValue(parameter, values) === undefined)) {
      setChecked(true)
      return focusFirstIssue()
    }
    if (!isBusy) send(buildPath(endpoint, details, values, document))
  }
  const field = (parameter: Parameter) => (
    <ParameterField
      key={valueKey(parameter)}
      parameter={parameter}
      value={values[valueKey(parameter)] ?? ''}
      isMissing={isChecked && parameter.isRequired && typedValue(parameter, values) === undefined}
      onChange={(value) => onChange({ ...values, [valueKey(parameter)]: value })}
    />
  )
  return (
    <form
      ref={form}
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={submit}
      onKeyDown={submitOnCtrlEnter}
    >
      <p className="text-cell text-ink-2">{text.intro}</p>
      {required.map(field)}
      {optional.length > 0 && <OptionalFields parameters={optional}>{field}</OptionalFields>}
      <div className={lineClass}>
        <Button ref={submitButton} type="submit" variant="primary" busy={isBusy}>
          {isBusy ? text.sending : text.send}
        </Button>
        {isBusy && (
          <Button
            onClick={() => {
              // Cancel disappears, and the way back is the button beside it.
              submitButton.current?.focus()
              cancel()
            }}
          >
            {text.cancel}
          </Button>
        )}
        <span role="status" className="flex min-h-5 items-center gap-2">
          {state === 'slow' && text.slow}
          {state === 'canceled' && text.canceled}
          {state === 'idle' && trial && <Outcome trial={trial} />}
        </span>
      </div>
      {trial?.error && <TrialError trial={trial} />}
      {trial?.response && (
        <>
          <p className="text-cell text-ink-2">{text.responseTo(trial.path)}</p>
          <ResponseBody response={trial.response} />
        </>
      )}
    </form>
  )
}

interface OptionalFieldsProps {
  parameters: readonly Parameter[]
  children: (parameter: Parameter) => ReactNode
}

/** Rendered once it is open: an endpoint may have twenty. */
function OptionalFields({ parameters, children }: OptionalFieldsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit rounded-chip py-1 text-cell text-ink-2 hover:text-ink pointer-coarse:min-h-11">
        {text.optional(parameters.length)}
      </summary>
      {isOpen && <div className="mt-3 grid gap-4 sm:grid-cols-2">{parameters.map(children)}</div>}
    </details>
  )
}

interface ParameterFieldProps {
  parameter: Parameter
  value: string
  isMissing: boolean
  onChange: (value: string) => void
}

function ParameterField({ parameter, value, isMissing, onChange }: ParameterFieldProps) {
  const { name, type, isRequired, choices } = parameter
  const label = isRequired ? text.requiredLabel(name) : name
  if (choices)
    return (
      <Select
        label={label}
        value={value}
        placeholder={text.any}
        options={choices.map((choice) => ({ value: choice, label: choice }))}
        issue={isMissing ? text.missing(name) : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  return (
    <Field
      label={label}
      hint={type}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      value={value}
      required={isRequired}
      issue={isMissing ? text.missing(name) : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Status, time and size. */
function Outcome({ trial: { response, milliseconds, error } }: { trial: Trial }) {
  const took = text.took(formatNumber(milliseconds))
  if (!response) return error && <Pill family="bad">{error.code}</Pill>
  const { bytes } = response
  const size = bytes < 1024 ? text.bytes(bytes) : text.size((bytes / 1024).toFixed(1))
  return (
    <>
      <Pill family={error ? 'bad' : 'ok'}>{response.status}</Pill> {took} · {size}
    </>
  )
}

function formatTrialError(error: ApiError, hasResponse: boolean): string {
  if (error.code === 'redirected') return text.redirected
  return hasResponse ? formatError(error) : formatLoadError(error)
}

function TrialError({ trial: { error, response } }: { trial: Trial }) {
  if (!error) return null
  const rows = [
    [text.code, error.code],
    [text.requestId, error.request_id],
  ].filter(([, value]) => value !== undefined)
  return (
    <div className="grid gap-1 rounded-card border border-bad-line bg-bad-soft px-3.5 py-2.5 text-cell wrap-anywhere text-bad-ink">
      <p>{formatTrialError(error, response !== undefined)}</p>
      {rows.map(([name, value]) => (
        <p key={name}>
          {name}: <code className="font-mono text-code">{value}</code>
        </p>
      ))}
    </div>
  )
}

/** Each press on "Show more" shows that many lines more. */
const LINES = 200

/** The beginning of a body, as indented JSON: all of a megabyte at once would stop the page. */
function ResponseBody({ response }: { response: RawResponse }) {
  const { text: body, isCut } = response
  const [shown, setShown] = useState({ response, lineCount: LINES })
  // Another response begins at its top.
  const lineCount = shown.response === response ? shown.lineCount : LINES
  const { lines, hasMore } = useMemo(() => previewJson(body, lineCount), [body, lineCount])
  const region = useRef<HTMLDivElement>(null)
  const showMore = () => {
    const next = lineCount + LINES
    setShown({ response, lineCount: next })
    // The button disappears with the last lines.
    if (!previewJson(body, next).hasMore) region.current?.focus({ preventScroll: true })
  }
  if (body === '') return <p className="text-cell text-ink-2">{text.empty}</p>
  return (
    <div ref={region} tabIndex={-1} className="grid gap-2">
      <CodeBlock label={text.result} code={body}>
        {lines.join('\n')}
      </CodeBlock>
      {hasMore && (
        <p className={lineClass}>
          {text.cut(formatNumber(lineCount))}
          <Button size="small" onClick={showMore}>
            {text.more}
          </Button>
        </p>
      )}
      {isCut && <p className="text-cell text-ink-2">{text.cutBody}</p>}
    </div>
  )
}
