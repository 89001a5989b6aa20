import { isRouteErrorResponse, useRouteError, Link } from 'react-router-dom'

import { messages } from '#web/messages/en/app.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

const text = messages.app.broken

/** A page that threw or whose chunk failed to load: offline, or removed by a newer build. */
export function ErrorPage() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <MissingPage />
  const isMissing = isMissingCode(error)
  const description = navigator.onLine ? text.chunkFailed : text.offline
  return (
    <div data-state="error" className="px-4 py-6 md:px-7">
      <PageHeader title={isMissing ? text.notHere : text.title} hasError />
      <p className="mt-2 max-w-prose text-ink-2">{isMissing ? description : text.meaning}</p>
      <Button variant="primary" className="mt-5" onClick={() => location.reload()}>
        {text.reload}
      </Button>
    </div>
  )
}

// The messages of the three browsers for a module that could not be fetched.
const isMissingCode = (error: unknown) =>
  error instanceof TypeError &&
  /dynamically imported module|importing a module/i.test(error.message)

const missingPageText = messages.app.notFound

export const MissingPage = () => (
  <>
    <PageHeader title={missingPageText.title} />
    <p className="mt-2 text-ink-2">{missingPageText.meaning}</p>
    <Link to={paths.boards()} className={`${buttonClass('primary')} mt-5`}>
      {missingPageText.boards}
    </Link>
  </>
)
