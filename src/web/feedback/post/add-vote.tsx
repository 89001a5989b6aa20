import Plus from 'lucide-react/icons/plus'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { ApiError } from '#client/api-error.ts'
import type { Post } from '#client/resources.ts'
import { MergeDialog } from '#web/feedback/people/merge-dialog.tsx'
import { MismatchedPeople, type PeoplePair } from '#web/feedback/people/mismatched-people.tsx'
import { mismatchIds } from '#web/feedback/people/user-form.rules.ts'
import { formatUserName } from '#web/feedback/people/user-name.rules.ts'
import { UserPicker } from '#web/feedback/people/user-picker.tsx'
import type { UserChoice } from '#web/feedback/people/users.data.ts'
import { messages } from '#web/messages/en/app.ts'
import { votesText as text } from '#web/messages/en/votes.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { announce } from '#web/ui/live-region.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { useSingleKeys } from './use-single-keys.ts'
import { addVote } from './votes.data.ts'

interface AddVoteProps {
  post: Post
  startsOpen: boolean
}

/** Adds the vote of a person, who is chosen here. */
export function AddVote({ post, startsOpen }: AddVoteProps) {
  const session = useSession()
  const offlineProps = useOfflineProps()
  const [isOpen, setOpen] = useState(startsOpen)
  const [isPending, setPending] = useState(false)
  const [value, setValue] = useState<UserChoice | null>(null)
  const [issue, setIssue] = useState<string>()
  const [error, setError] = useState<ApiError>()
  const [pair, setPair] = useState<PeoplePair | null>(null)
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const open = () => {
    setOpen(true)
    setOutcome(undefined)
  }
  const close = () => {
    setOpen(false)
    setValue(null)
    setIssue(undefined)
    setError(undefined)
  }
  useSingleKeys({ v: open })
  useEffect(() => {
    if (outcome !== undefined) button.current?.focus()
  }, [outcome])
  const add = async (choice: UserChoice | null) => {
    if (isPending) return value ? setIssue(text.pending(nameOf(value))) : undefined
    setValue(choice)
    setIssue(undefined)
    setError(undefined)
    if (!choice) return
    if (offlineProps) return setIssue(text.offline(nameOf(choice)))
    setPending(true)
    const result = await addVote(session, post, choice)
    setPending(false)
    if (result.state === 'canceled') return
    if (result.state === 'failed') {
      if (mismatchIds(result.error.details, undefined)) return setError(result.error)
      return setIssue(formatSaveError(result.error))
    }
    close()
    const sentence = text[result.state](result.name)
    setOutcome(result.state === 'existing' ? sentence : '')
    if (result.state === 'existing') announce(sentence)
  }
  const others = mismatchIds(error?.details, undefined)
  if (!isOpen)
    return (
      <div className="flex flex-wrap items-center gap-2">
        <Button ref={button} {...offlineProps} size="small" icon={Plus} onClick={open}>
          {text.add}
        </Button>
        {outcome && <p>{outcome}</p>}
      </div>
    )
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2 *:first:w-full">
      <UserPicker
        label={text.user}
        autoFocus
        value={value}
        issue={issue}
        onChange={(choice) => void add(choice)}
      />
      {others && (
        <MismatchedPeople
          ids={others}
          onOpen={(id) => void navigate(paths.person(id))}
          onMerge={setPair}
        />
      )}
      {pair && (
        <MergeDialog {...pair} onClose={() => setPair(null)} onMerge={() => setError(undefined)} />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          {...offlineProps}
          size="small"
          variant="primary"
          busy={isPending}
          onClick={() => (value ? void add(value) : setIssue(text.choose))}
        >
          {text.confirm}
        </Button>
        <Button size="small" onClick={close}>
          {messages.app.cancel}
        </Button>
      </div>
    </div>
  )
}

const nameOf = (choice: UserChoice) =>
  choice.type === 'user' ? formatUserName(choice.user) : choice.email
