import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import type { PortalUser } from '#client/resources.ts'
import { mergeText as text, peopleText } from '#web/messages/en/people.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { hideItem } from '#web/session/resources/places.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import { personResource } from './user-changes.data.ts'
import { formatUserName } from './user-name.rules.ts'
import { UserPicker } from './user-picker.tsx'
import { type UserChoice, userQuery } from './users.data.ts'

interface MergeDialogProps {
  user: PortalUser
  /** The other one, if known. */
  other?: PortalUser
  onClose: () => void
  /** Called once they are one. */
  onMerge?: () => void
}

/** Merges another person into this one, or this one into the other. */
export function MergeDialog({ user: row, other: first, onClose, onMerge }: MergeDialogProps) {
  const session = useSession()
  const [choice, setChoice] = useState<UserChoice | null>(() =>
    first ? { type: 'user', user: first } : null,
  )
  const [isSwapped, setSwapped] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const { data: user = row } = useQuery({ ...userQuery(row.id), staleTime: 0 })
  const other = useFreshUser(choice?.type === 'user' ? choice.user : undefined)
  const { send, ...save } = useEndpointMutation('POST /feedback/users/:user_id/merge')
  const [kept, removed] = isSwapped && other ? [other, user] : [user, other]

  const submit = async (close: () => boolean) => {
    if (!removed) return
    const rollback = hideItem(session, personResource, removed.id)
    const result = await send(
      { user_id: kept.id, from_id: removed.id },
      {
        version: () => kept.version,
      },
    )
    if (result.state !== 'success') return rollback()
    session.queryClient.setQueryData(userQuery(kept.id).queryKey, result.output)
    close()
    onMerge?.()
    toast({ text: text.merged(formatUserName(kept), formatUserName(removed)) })
  }
  return (
    <DialogForm
      title={text.title(formatUserName(user))}
      variant="danger"
      submitLabel={text.merge}
      save={save}
      {...(save.error?.code === 'precondition_failed' && { alert: text.changed })}
      validate={() => (setSubmitted(true), removed !== undefined)}
      onSubmit={submit}
      onClose={onClose}
    >
      <UserPicker
        label={text.other}
        value={choice}
        onChange={setChoice}
        omitIds={[user.id]}
        takesNewAddress={false}
        issue={isSubmitted && !other ? text.choose : undefined}
        autoFocus
      />
      {removed && (
        <>
          <MergeTable kept={kept} removed={removed} />
          <Button className="justify-self-start" onClick={() => setSwapped(!isSwapped)}>
            {text.swap}
          </Button>
          <p className="text-cell">
            {text.effect(formatUserName(kept), formatUserName(removed))} {text.permanent}
          </p>
        </>
      )}
    </DialogForm>
  )
}

/** The numbers decide, so they must be those of now. */
function useFreshUser(row: PortalUser | undefined): PortalUser | undefined {
  const { data } = useQuery({
    ...userQuery(row?.id ?? ''),
    enabled: row !== undefined,
    staleTime: 0,
  })
  return row && (data ?? row)
}

function MergeTable({ kept, removed }: { kept: PortalUser; removed: PortalUser }) {
  const counters = (['posts', 'votes', 'comments'] as const).flatMap((name) => {
    const [mine, theirs] = [kept.counters?.[name], removed.counters?.[name]]
    return mine === undefined || theirs === undefined ? [] : [{ name, mine, theirs }]
  })
  return (
    <table className="w-full border-collapse text-cell">
      <caption className="sr-only">{text.caption}</caption>
      <thead>
        <tr>
          <td className="py-1.5 pe-3" />
          <th scope="col" className="py-1.5 pe-3 text-start font-medium">
            <span className="block text-meta text-ink-3">{text.keep}</span>
            <bdi className="wrap-anywhere">{formatUserName(kept)}</bdi>
          </th>
          <th scope="col" className="py-1.5 pe-3 text-start font-medium">
            <span className="block text-meta text-ink-3">{text.remove}</span>
            <bdi className="wrap-anywhere">{formatUserName(removed)}</bdi>
          </th>
          <th scope="col" className="py-1.5 pe-3 text-start font-medium">
            {text.result}
          </th>
        </tr>
      </thead>
      <tbody>
        {counters.map(({ name, mine, theirs }) => (
          <tr key={name}>
            <th scope="row" className="border-t border-line py-1.5 pe-3 text-start font-medium">
              {peopleText.columns[name]}
            </th>
            <Cell>{formatNumber(mine)}</Cell>
            <Cell>{formatNumber(theirs)}</Cell>
            <Cell>
              {name === 'votes' && mine > 0 && theirs > 0
                ? text.atMost(formatNumber(mine + theirs))
                : formatNumber(mine + theirs)}
            </Cell>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Cell = ({ children }: { children: ReactNode }) => (
  <td className="border-t border-line py-1.5 pe-3 tabular-nums">{children}</td>
)
