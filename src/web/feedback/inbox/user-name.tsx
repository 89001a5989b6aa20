import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { formatUserName } from '#web/feedback/people/user-name.rules.ts'
import { userQuery } from '#web/feedback/people/users.data.ts'

interface UserNameProps {
  user_id: string
  children: (name: string) => ReactNode
}

/** What a person is called; until that is loaded their id. */
export function UserName({ user_id, children }: UserNameProps) {
  const { data } = useQuery(userQuery(user_id))
  return children(data ? formatUserName(data) : user_id)
}
