import { type FormEvent, useState } from 'react'

import { connectionText as text } from '#web/messages/en/connection.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useFieldValidation } from '#web/ui/form.ts'
import { KeyField, keyIssue, useKeyCheck } from './api-key-field.tsx'
import { hostOf } from './connection-label.tsx'
import { useAnotherKey } from './use-replace-key.ts'

/** Over the page once the key stops working. The page stays as it is beneath, and goes on with another key. */
export function RekeyDialog() {
  const { connection, apiKey: ownKey } = useSession()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const { key, state, check } = useKeyCheck(connection.base_url, typed)
  const given = useFieldValidation(typed, keyIssue)
  const { goOn, elsewhere, openElsewhere } = useAnotherKey(key)

  const connect = async () => {
    const checked = state.outcome === 'accepted' ? state : await check()
    if (checked.outcome === 'accepted') await goOn(checked)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!given.isRight()) return
    setBusy(true)
    void connect().finally(() => setBusy(false))
  }

  return (
    <Dialog title={text.refused} onClose={ownKey.leave}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <p className="text-ink-2">{text.keyRejectedDescription}</p>
        <KeyField
          value={typed}
          onChange={setTyped}
          state={state}
          accepted={key}
          issue={given.issue}
          onBlur={given.onBlur}
        />
        {elsewhere && (
          <p role="alert" className="rounded-control bg-warn-soft px-3.5 py-2.5 text-warn-ink">
            {elsewhere.me ? text.elsewhere(elsewhere.me.workspace.name) : text.unknownWorkspace}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <span className="me-auto text-meta text-ink-3">{hostOf(connection)}</span>
          <Button onClick={elsewhere ? () => void openElsewhere() : ownKey.leave}>
            {elsewhere ? text.openOtherWorkspace : text.notNow}
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {text.goOn}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
