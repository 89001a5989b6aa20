import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'

import { isEmailAddress } from '#contract/email/email-address.rules.ts'
import { userPickerText as text } from '#web/messages/en/user-picker.ts'
import { useDebouncedText } from '#web/query/use-debounced-text.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import type { ComboboxOption } from '#web/ui/form/combobox.rules.ts'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { findByAddress, formatUserDetail, formatUserName } from './user-name.rules.ts'
import { type UserChoice, useFoundUsers } from './users.data.ts'

interface UserPickerProps {
  label: string
  value: UserChoice | null
  onChange: (value: UserChoice | null) => void
  autoFocus?: boolean
  issue?: string | undefined
  /** Users who cannot be chosen, such as the one who is merged. */
  omitIds?: readonly string[]
  /** False: only users who exist can be chosen. */
  takesNewAddress?: boolean
}

interface UserOption extends ComboboxOption {
  readonly choice: UserChoice
}

/** Chooses a portal user, or an address that is new. */
export function UserPicker(props: UserPickerProps) {
  const { label, value, onChange, autoFocus, issue, omitIds = [], takesNewAddress = true } = props
  const canSearch = useCapability('users.search')
  const [typed, setTyped] = useState('')
  const query = typed.trim()
  const settled = useDebouncedText(query)
  const { users, isCurrent, error, retry } = useFoundUsers(settled, canSearch)
  const options: UserOption[] = users
    .filter(({ id }) => !omitIds.includes(id))
    .map((user) => userOption({ type: 'user', user }))
  const isNew = isEmailAddress(query) && !findByAddress(users, query)
  if (takesNewAddress && isNew && settled === query && isCurrent)
    options.push({
      ...userOption({ type: 'address', email: query }),
      label: text.useAddress(query),
    })
  return (
    <Combobox
      label={label}
      issue={issue}
      hint={canSearch ? undefined : text.exactHint}
      placeholder={canSearch ? text.placeholder : text.placeholderExact}
      {...(autoFocus && { autoFocus })}
      value={value && userOption(value)}
      options={options}
      leading={({ choice }) => <ChoiceAvatar choice={choice} />}
      onSearch={setTyped}
      status={error ? 'failed' : isCurrent && settled === query ? 'ready' : 'loading'}
      onRetry={retry}
      onChange={(option) => onChange(option?.choice ?? null)}
    />
  )
}

function userOption(choice: UserChoice): UserOption {
  if (choice.type === 'address')
    return { id: 'new-address', label: choice.email, detail: text.newAddress, choice }
  const { user } = choice
  return { id: user.id, label: formatUserName(user), detail: formatUserDetail(user), choice }
}

function ChoiceAvatar({ choice }: { choice: UserChoice }) {
  if (choice.type === 'address') return <Icon of={UserPlus} className="mx-1 text-ink-3" />
  return <Avatar id={choice.user.id} name={formatUserName(choice.user)} decorative />
}
