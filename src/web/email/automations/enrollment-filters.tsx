import { type FormEvent, useRef, useState } from 'react'

import { isEmailAddress } from '#contract/email/email-address.rules.ts'
import { findContact } from '#web/email/contacts/edit-contact.data.ts'
import { messages } from '#web/messages/en/app.ts'
import { enrollmentFilterText as text } from '#web/messages/en/automations.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { formatLoadError } from '#web/ui/error-message.ts'
import { Field, Select } from '#web/ui/form/field.tsx'
import { formatStatus } from '#web/ui/pill.tsx'
import { type EnrollmentFilter, enrollmentStatuses } from './edit-automation.data.ts'

interface EnrollmentFiltersProps {
  /** The list of the automation; a server that omits it cannot be asked for one address. */
  list_id: string | undefined
  filter: EnrollmentFilter
  onChange: (filter: EnrollmentFilter) => void
  /** What is typed to find someone. */
  address: string
  onAddressChange: (address: string) => void
}

/** Enrollments by their state, and those of one contact, who is found by the exact address. */
export function EnrollmentFilters(props: EnrollmentFiltersProps) {
  const { list_id, filter, onChange, address, onAddressChange } = props
  const session = useSession()
  const field = useRef<HTMLInputElement>(null)
  const [issue, setIssue] = useState<string>()
  const [isSearching, setSearching] = useState(false)
  const latest = useRef(0)

  const change = (next: string) => {
    latest.current += 1
    onAddressChange(next)
    setIssue(undefined)
    setSearching(false)
    if (next.trim() === '' && filter.contact_id !== undefined)
      onChange({ ...filter, contact_id: undefined })
  }
  const find = async (event: FormEvent) => {
    event.preventDefault()
    const email = address.trim()
    if (!isEmailAddress(email)) return setIssue(text.wholeAddress)
    if (list_id === undefined) return
    const number = ++latest.current
    setSearching(true)
    const result = await findContact(session, list_id, email).then(
      (contact) => contact ?? text.notFound,
      formatLoadError,
    )
    if (latest.current !== number) return
    setSearching(false)
    if (typeof result === 'string') setIssue(result)
    else onChange({ ...filter, contact_id: result.id })
  }
  return (
    <div data-enrollment-filters className="grid gap-3 md:grid-cols-[10rem_minmax(0,1fr)]">
      <Select
        label={text.status}
        placeholder={text.anyStatus}
        options={enrollmentStatuses.map((value) => ({ value, label: formatStatus(value) }))}
        value={filter.status ?? ''}
        onChange={({ target }) =>
          onChange({ ...filter, status: enrollmentStatuses.find((one) => one === target.value) })
        }
      />
      {list_id !== undefined && (
        <form
          noValidate
          role="search"
          className="flex items-end gap-2 *:first:min-w-0 *:first:flex-1"
          onSubmit={(event) => void find(event)}
        >
          <Field
            label={text.address}
            ref={field}
            type="search"
            autoComplete="off"
            spellCheck={false}
            issue={issue}
            value={address}
            onChange={({ target }) => change(target.value)}
          />
          <Button type="submit" busy={isSearching}>
            {text.find}
          </Button>
          {filter.contact_id !== undefined && (
            <Button
              variant="quiet"
              onClick={() => {
                field.current?.focus() // this button goes
                change('')
              }}
            >
              {messages.app.clear}
            </Button>
          )}
        </form>
      )}
    </div>
  )
}
