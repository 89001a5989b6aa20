import Globe from 'lucide-react/icons/globe'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

import { parseBaseUrl } from '#client/base-url.ts'
import { keyCommands } from '#web/messages/en/key-commands.ts'
import { signInText as text } from '#web/messages/en/sign-in.ts'
import { checkConnection } from '#web/session/connection-check.ts'
import { activate, saveConnection } from '#web/session/connections.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyableCommand } from '#web/ui/copyable.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { useFieldValidation, useFocusFirstIssue } from '#web/ui/form/form.ts'
import { announce } from '#web/ui/live-region.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { ApiKeyField, validateKey, useKeyCheck } from './api-key-field.tsx'
import { OfferedConnections } from './offered-connections.tsx'
import type { Demo, ServerConfig } from './server-config.ts'
import { textOf } from './shared-connection.ts'
import {
  type AcceptedCheck,
  toNewConnection,
  getSignInRedirect,
  workspaceOf,
} from './sign-in-redirect.ts'

function validateAddress(input: string) {
  const base = parseBaseUrl(input, location.origin)
  return base.ok ? undefined : base.message
}

export function SignInForm({ config }: { config: ServerConfig }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [address, setAddress] = useState(config.default_base_url)
  const [keyInput, setKeyInput] = useState('')
  const [keep, setKeep] = useState<'tab' | 'device'>('tab')
  const [readOnly, setReadOnly] = useState(false)
  const [busy, setBusy] = useState(false)
  const workspace = workspaceOf(search.get('next'))
  const base = parseBaseUrl(address, location.origin)
  const { key, state: keyState, check } = useKeyCheck(address, keyInput)
  const addressField = useFieldValidation(address, validateAddress)
  const keyField = useFieldValidation(keyInput, validateKey)
  const { demo } = config
  const { form, focusFirstIssue } = useFocusFirstIssue()
  const heading = useRef<HTMLHeadingElement>(null)
  const { state } = useLocation()
  /** Why the page before has signed out. It is read once: Reload and Back would say it again later. */
  const [notice] = useState(() => textOf(state, 'notice'))

  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    if (notice !== undefined) announce(notice)
  }, [notice])
  useEffect(() => {
    if (textOf(state, 'notice') !== undefined)
      void navigate(`?${search}`, { replace: true, state: null })
  }, [state, search, navigate])

  const connect = async () => {
    const checked = keyState.outcome === 'accepted' ? keyState : await check()
    if (checked.outcome === 'accepted') await signIn(checked, key)
    else focusFirstIssue()
  }
  const signIn = async (checked: AcceptedCheck, acceptedKey: string) => {
    const connection = toNewConnection(checked, { key: acceptedKey, keep, read_only: readOnly })
    const saved = await saveConnection(connection)
    activate(saved.fingerprint)
    await navigate(getSignInRedirect(search.get('next'), saved), { replace: true })
  }
  const tryDemo = async (demo: Demo) => {
    const checked = await checkConnection(demo)
    if (checked.outcome === 'accepted') return signIn(checked, demo.key)
    // The field reports the error as for any other key.
    setAddress(demo.base_url)
    setKeyInput(demo.key)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Both, so that both fields show their issue.
    const checks = [addressField.validate(), keyField.validate()]
    if (checks.includes(false)) focusFirstIssue()
    else trackBusy(connect())
  }
  const trackBusy = (work: Promise<void>) => {
    setBusy(true)
    void work.finally(() => setBusy(false))
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
      {notice !== undefined && (
        <p className="rounded-control bg-info-soft px-3.5 py-2.5 text-info-ink">{notice}</p>
      )}
      <div className="grid gap-2">
        <h1
          ref={heading}
          tabIndex={-1}
          className="font-display text-[2.0625rem] leading-10 tracking-[-0.02em]"
        >
          {text.title}
        </h1>
        <p className="text-section font-normal text-ink-2">
          {workspace === null ? text.intro : text.introForWorkspace(workspace)}
        </p>
      </div>
      <OfferedConnections />
      <Field
        large
        icon={Globe}
        label={text.address}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        hint={base.ok && base.isInsecure ? text.addressNotEncrypted : undefined}
        issue={addressField.issue}
        onBlur={addressField.onBlur}
      />
      <ApiKeyField
        value={keyInput}
        onChange={setKeyInput}
        state={keyState}
        accepted={key}
        issue={keyField.issue}
        onBlur={keyField.onBlur}
      />
      <div className="grid gap-2">
        <span className="font-medium">{text.keep}</span>
        <SegmentedControl
          label={text.keep}
          value={keep}
          onChoose={setKeep}
          options={[
            { value: 'tab', label: text.keepTab },
            { value: 'device', label: text.keepDevice },
          ]}
        />
        <p className="text-meta text-ink-3">
          {keep === 'tab' ? text.keepTabDescription : text.keepDeviceDescription}
        </p>
      </div>
      <Checkbox
        label={text.readOnly}
        hint={text.readOnlyHint}
        checked={readOnly}
        onChange={(event) => setReadOnly(event.target.checked)}
      />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {text.connect}
      </Button>
      <FirstKeyHelp onDemo={demo && (() => trackBusy(tryDemo(demo)))} />
    </form>
  )
}

const FirstKeyHelp = ({ onDemo }: { onDemo: (() => void) | undefined }) => (
  <div className="text-center text-cell text-ink-3">
    <details className="inline open:block open:text-start">
      <summary className="inline list-none rounded-chip text-center">
        {text.noKey}{' '}
        <span className="font-semibold text-accent-ink hover:underline">{text.howTo}</span>
      </summary>
      <p className="mt-3 text-ink-2">{text.createKeyDescription}</p>
      <div className="mt-2">
        <CopyableCommand>{keyCommands.admin}</CopyableCommand>
      </div>
    </details>
    {onDemo && (
      <>
        {text.or}{' '}
        <button
          type="button"
          onClick={onDemo}
          className="min-h-6 rounded-chip font-semibold text-accent-ink hover:underline pointer-coarse:min-h-11"
        >
          {text.tryDemo}
        </button>
      </>
    )}
  </div>
)
