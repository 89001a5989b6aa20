import { type FormEvent, useState } from 'react'

import { replaceKeyText as text } from '#web/messages/en/replace-key.ts'
import { hostOf } from '#web/session/connections.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useFieldValidation, useFocusFirstIssue } from '#web/ui/form/form.ts'
import { ApiKeyField, validateKey, useKeyCheck } from './api-key-field.tsx'
import { useReplaceKey } from './use-replace-key.ts'

/** Opens over the page when the key stops working; the page keeps its state and continues with another key. */
export function RekeyDialog() {
  const { connection, apiKey } = useSession()
  const [input, setInput] = useState('')
  const [busy, setBusy] = useState(false)
  const { key, state, check } = useKeyCheck(connection.base_url, input)
  const keyField = useFieldValidation(input, validateKey)
  const { form, focusFirstIssue } = useFocusFirstIssue()
  const { replaceKey, otherWorkspace, openOtherWorkspace } = useReplaceKey(key)

  const connect = async () => {
    const checked = state.outcome === 'accepted' ? state : await check()
    if (checked.outcome === 'accepted') await replaceKey(checked)
    else focusFirstIssue()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!keyField.validate()) return focusFirstIssue()
    setBusy(true)
    void connect().finally(() => setBusy(false))
  }

  return (
    <Dialog title={text.refused} onClose={apiKey.dismiss}>
      <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
        <p className="text-ink-2">{text.keyRejectedDescription}</p>
        <ApiKeyField
          value={input}
          onChange={setInput}
          state={state}
          accepted={key}
          issue={keyField.issue}
          onBlur={keyField.onBlur}
        />
        {otherWorkspace && (
          <p role="alert" className="rounded-control bg-warn-soft px-3.5 py-2.5 text-warn-ink">
            {otherWorkspace.me
              ? text.elsewhere(otherWorkspace.me.workspace.name)
              : text.unknownWorkspace}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <span className="me-auto text-meta text-ink-3">{hostOf(connection)}</span>
          <Button onClick={otherWorkspace ? () => void openOtherWorkspace() : apiKey.dismiss}>
            {otherWorkspace ? text.openOtherWorkspace : text.notNow}
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {text.continue}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
