import type { ApiError } from '#client/api-error.ts'
import { comboboxText } from '#web/messages/en/combobox.ts'
import { Button } from '#web/ui/button.tsx'
import { formatLoadError } from '#web/ui/error-message.ts'

interface FailedPages {
  readonly isError: boolean
  readonly error: ApiError | null
  readonly data: unknown
  readonly refetch: () => unknown
  readonly fetchNextPage: () => unknown
}

/** Why options are missing, and a retry. Takes every query that the options come from. */
export function PagesError({ queries }: { queries: readonly FailedPages[] }) {
  const failed = queries.filter(({ isError }) => isError)
  const error = failed[0]?.error
  if (!error) return null
  const retry = () => {
    for (const { data, refetch, fetchNextPage } of failed) void (data ? fetchNextPage() : refetch())
  }
  return (
    <div className="flex flex-wrap items-center gap-2 px-2 py-1.5 text-cell">
      <p role="status" className="min-w-0 flex-1 text-ink-2">
        {formatLoadError(error)}
      </p>
      <Button
        size="small"
        onClick={({ currentTarget }) => {
          retry()
          // This button goes when the pages are there.
          currentTarget.closest('dialog')?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
        }}
      >
        {comboboxText.tryAgain}
      </Button>
    </div>
  )
}
