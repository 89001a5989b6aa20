import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'

import { signatureCheckText as text } from '#web/messages/en/signature-check.ts'
import { paths } from '#web/paths.ts'
import { getDeliveryToCheck, setDeliveryToCheck } from '#web/session/delivery-to-check.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/copyable.tsx'
import { Field, TextArea } from '#web/ui/form/field.tsx'
import { submitOnCtrlEnter } from '#web/ui/form/form.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { CheckOutcome } from './check-outcome.tsx'
import { type CheckResult, checkSignature, type SignatureInput } from './signature-check.rules.ts'
import { signatureSnippets } from './signature-snippets.rules.ts'

/** Checks the signature of a webhook, on any server: it sends nothing. */
export function Component() {
  const session = useSession()
  const delivery = readDelivery(getDeliveryToCheck(session))
  // Read once: the page is empty when it is opened again.
  useEffect(() => setDeliveryToCheck(session, undefined), [session])
  // Nothing is kept: the secret ends with the page.
  const [input, setInput] = useState<SignatureInput>({ ...empty, ...delivery })
  const [outcome, setOutcome] = useState<{ result: CheckResult; count: number }>()
  const isStandard = input.signature.includes('v1,')
  const latestInput = useRef(input)
  const change = (part: Partial<SignatureInput>) => {
    latestInput.current = { ...input, ...part }
    setInput(latestInput.current)
    // The result is that of another input.
    setOutcome(undefined)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const result = await checkSignature(input)
    if (input !== latestInput.current) return
    setOutcome((previous) => ({ result, count: (previous?.count ?? 0) + 1 }))
  }
  const code = { autoComplete: 'off', spellCheck: false, dir: 'ltr' } as const
  return (
    <>
      <PageHeader title={text.title} area={text.developers} />
      <p className="mt-1 text-ink-2">{text.intro}</p>
      <div className="mt-5 grid items-start gap-6 lg:grid-cols-2">
        <form
          noValidate
          // `Field` and `TextArea` take no class; long bodies scroll inside.
          className="grid min-w-0 grid-cols-1 gap-5 [&_:is(input,textarea)]:font-mono [&_:is(input,textarea)]:text-code [&_textarea]:max-h-96 [&_textarea]:min-h-40 [&_textarea]:overflow-y-auto [&_textarea]:wrap-anywhere"
          onSubmit={(event) => void submit(event)}
          onKeyDown={submitOnCtrlEnter}
        >
          <TextArea
            {...code}
            label={text.body}
            hint={delivery ? text.prefilled : text.bodyHint}
            rows={8}
            value={input.body}
            onChange={({ target }) => change({ body: target.value })}
          />
          <Field
            {...code}
            type="password"
            // Not a password of a person: the browser must not offer to keep it.
            autoComplete="new-password"
            label={text.secret}
            hint={text.secretHint}
            value={input.secret}
            onChange={({ target }) => change({ secret: target.value })}
          />
          <Field
            {...code}
            label={text.signature}
            hint={text.signatureHint}
            value={input.signature}
            onChange={({ target }) => change({ signature: target.value })}
          />
          {isStandard && (
            <div className="grid gap-4 sm:grid-cols-2">
              <Field
                {...code}
                label={text.id}
                value={input.id}
                onChange={({ target }) => change({ id: target.value })}
              />
              <Field
                {...code}
                label={text.timestamp}
                inputMode="numeric"
                value={input.timestamp}
                onChange={({ target }) => change({ timestamp: target.value })}
              />
            </div>
          )}
          <Button type="submit" variant="primary" className="justify-self-start">
            {text.check}
          </Button>
          <div role="status" className="contents">
            {outcome && <CheckOutcome key={outcome.count} result={outcome.result} />}
          </div>
        </form>
        <Snippets />
      </div>
    </>
  )
}

const empty: SignatureInput = { body: '', secret: '', signature: '', id: '', timestamp: '' }

function readDelivery(
  delivery: ReturnType<typeof getDeliveryToCheck>,
): Omit<SignatureInput, 'secret'> | undefined {
  if (!delivery) return undefined
  const { body, headers } = delivery
  const values = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  return {
    body,
    signature: values.get('x-service-signature') ?? '',
    id: values.get('webhook-id') ?? '',
    timestamp: values.get('webhook-timestamp') ?? '',
  }
}

const languages = ['node', 'python', 'php', 'go'] as const

function Snippets() {
  const [language, setLanguage] = useState<(typeof languages)[number]>('node')
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <h2 className="text-section">{text.snippets}</h2>
      <p className="text-ink-2">{text.snippetsIntro}</p>
      <SegmentedControl
        label={text.languages.label}
        value={language}
        onChoose={setLanguage}
        className="justify-self-start"
        options={languages.map((value) => ({ value, label: text.languages[value] }))}
      />
      <CodeBlock label={text.languages[language]} code={signatureSnippets[language]} />
      <p>
        <Link
          to={paths.guide('webhook-receiver')}
          className="rounded-chip text-accent-ink underline"
        >
          {text.receiver}
        </Link>
      </p>
    </section>
  )
}
