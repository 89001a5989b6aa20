import type { LucideIcon } from 'lucide-react'
import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { Capability } from '#contract/capabilities.ts'
import { accessText as text } from '#web/messages/en/admin-access.ts'
import { paths } from '#web/paths.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useSession } from '#web/session/session.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageState, Skeleton } from '#web/ui/page-states.tsx'

/** Why a key may not manage something. */
export type Denial = 'unsupported' | 'readOnly' | 'adminOnly'

interface AccessOptions {
  capability: Capability
  /** What it is about is only read, so that the read-only mode is no obstacle. */
  onlyReads?: boolean | undefined
}

interface AdminAccessProps extends AccessOptions {
  /** Read out while it is not known. */
  loading: string
  /** What has the size of the content while that is not known. */
  skeleton: ReactNode
  /** What other keys see. */
  denied: (denial: Denial) => ReactNode
  children: ReactNode
}

/** Shows its children to admin keys that can write, where it `onlyReads` to any admin key. */
export function AdminAccess(props: AdminAccessProps) {
  const { loading, skeleton, denied, children } = props
  const { query, queryKey, denial } = useAdminAccess(props)
  const loadingState = useLoadingState([query], [queryKey])
  if (query.error && !query.data && query.error.code !== 'not_found')
    return (
      <ErrorState title={text.failed} error={query.error} onRetry={() => void query.refetch()} />
    )
  if (query.isPending)
    return (
      <Skeleton label={loading} loading={loadingState}>
        {skeleton}
      </Skeleton>
    )
  return denial ? denied(denial) : children
}

/** The same for buttons outside of it, which are hidden until it is known. */
export const useCanManage = (capability: Capability): boolean => {
  const { query, denial } = useAdminAccess({ capability })
  return query.data !== undefined && denial === undefined
}

function useAdminAccess({ capability, onlyReads = false }: AccessOptions) {
  const { connection } = useSession()
  const { query, queryKey, can } = useSettledCapabilities()
  const key = query.data?.key
  const isReadOnly = connection.read_only === true || key?.scope === 'read'
  const denial = ((): Denial | undefined => {
    if (!can(capability)) return 'unsupported'
    if (isReadOnly && !onlyReads) return 'readOnly'
    return key?.admin ? undefined : 'adminOnly'
  })()
  return { query, queryKey, denial }
}

interface DeniedPageProps<Reason extends Denial> {
  denial: Reason
  icon: LucideIcon
  text: Record<Reason | `${Reason}Description`, string>
}

/** Says why a key may not manage something, where nothing else can be shown. */
export const DeniedPage = <Reason extends Denial>({
  denial,
  icon,
  text: words,
}: DeniedPageProps<Reason>) => (
  <PageState
    state={denial === 'unsupported' ? 'missing' : 'empty'}
    icon={denial === 'unsupported' ? icon : Lock}
    title={words[denial]}
    action={
      <Link to={paths.overview()} className={buttonClass('primary')}>
        {text.back}
      </Link>
    }
  >
    {words[`${denial}Description`]}
  </PageState>
)
