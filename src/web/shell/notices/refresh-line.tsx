import { useIsFetching } from '@tanstack/react-query'

/** Fresher data is on its way: a thin line moves at the top of the page, and what is shown stays. */
export function RefreshLine() {
  const fetching = useIsFetching({ predicate: isRefetch })
  if (fetching === 0) return null
  return (
    <div
      aria-hidden
      data-testid="refreshing"
      className="pointer-events-none fixed inset-x-0 top-0 z-10 h-0.5 animate-appear overflow-hidden md:start-rail lg:start-sidebar"
    >
      <div className="h-full w-1/4 animate-sweep bg-accent" />
    </div>
  )
}

const isRefetch = ({ state }: { state: { data: unknown } }) => state.data !== undefined
