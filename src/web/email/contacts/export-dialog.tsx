import { useState } from 'react'

import type { Contact } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { contactBulkText } from '#web/messages/en/contact-bulk.ts'
import { contactExportText as text } from '#web/messages/en/contact-export.ts'
import { canPickFile, pickFile } from '#web/session/jobs/stream-to-file.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { toast } from '#web/ui/toast.ts'
import { type ContactChoice, formatChoice } from './bulk-contacts.rules.ts'
import { MAX_COLLECTED } from './contact-export.rules.ts'
import { hasFilters } from './contact-filter.rules.ts'
import { exportContacts, exportFileName } from './export-contacts.data.ts'

type Scope = 'matching' | 'page'

interface ExportDialogProps {
  /** Names the file. */
  list_name: string
  choice: ContactChoice
  /** Those on the screen, which may be exported instead. */
  rows?: readonly Contact[] | undefined
  onClose: () => void
}

/** Saves contacts as a CSV file: some, the page, or all that match. */
export function ExportDialog({ list_name, choice, rows, onClose }: ExportDialogProps) {
  const session = useSession()
  const { total, ids } = choice
  // A single page is both.
  const hasScopes = rows !== undefined && !isAll(rows, choice)
  const [scope, setScope] = useState<Scope>('matching')
  const [raw, setRaw] = useState(false)
  const isPage = rows !== undefined && (!hasScopes || scope === 'page')
  const isLarge = !isPage && !ids && (!total || total.isEstimate || total.count > MAX_COLLECTED)
  const contacts = isPage ? contactBulkText.contacts(rows.length) : formatChoice(choice)
  const isEmpty = isPage && rows.length === 0

  const start = async () => {
    // First of all: the picker opens only right after a press.
    const handle = isLarge ? await pickFile(exportFileName(list_name)) : undefined
    if (handle === 'canceled') return
    onClose()
    const label = await exportContacts(session, {
      choice,
      list_name,
      raw,
      handle,
      rows: isPage ? rows : undefined,
    })
    if (label !== undefined) toast({ text: label })
  }
  if (isEmpty)
    return (
      <Dialog title={text.title} onClose={onClose}>
        <p>{text.nothing}</p>
        <div className="flex justify-end">
          <Button onClick={onClose}>{messages.app.close}</Button>
        </div>
      </Dialog>
    )
  const all = formatChoice(choice)
  return (
    <Dialog title={text.title} onClose={onClose}>
      {hasScopes && (
        <RadioList
          legend={text.scope}
          value={scope}
          onChange={setScope}
          autoFocus
          options={[
            { value: 'matching', label: text.scopes[kindOf(choice)], hint: all },
            { value: 'page', label: text.scopes.page, hint: contactBulkText.contacts(rows.length) },
          ]}
        />
      )}
      <Checkbox
        label={text.raw}
        hint={text.rawHint}
        checked={raw}
        onChange={({ target }) => setRaw(target.checked)}
      />
      <p className="text-meta text-ink-2">{raw ? text.rawDescription : text.description}</p>
      {isLarge && canPickFile() && <p className="text-meta text-ink-2">{text.askHint}</p>}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{messages.app.cancel}</Button>
        <Button
          variant="primary"
          {...(!hasScopes && { 'data-autofocus': true })}
          onClick={() => void start()}
        >
          {text.export(contacts)}
        </Button>
      </div>
    </Dialog>
  )
}

const isAll = (rows: readonly Contact[], { total }: ContactChoice) =>
  total !== undefined && !total.isEstimate && total.count <= rows.length

const kindOf = (choice: ContactChoice) => {
  if (hasFilters(choice)) return 'matching'
  return choice.segment_id === undefined ? 'list' : 'segment'
}
