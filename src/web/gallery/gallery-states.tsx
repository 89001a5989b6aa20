import SquareKanban from 'lucide-react/icons/square-kanban'

import { ApiError } from '#client/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import {
  EmptyState,
  LoadingStatus,
  PageState,
  PartialError,
  ReadOnlyHint,
  Skeleton,
} from '#web/ui/page-states.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { GallerySection } from './gallery-section.tsx'

const noop = () => {}
const wait = { onCancel: noop, onRetry: noop }
const failures = [
  { code: 'internal_error', status: 500, message: 'It broke.', request_id: 'req_01h' },
  { code: 'unreachable', status: 0, message: 'No answer.' },
  { code: 'not_found', status: 404, message: 'There is no such board.' },
  { code: 'teapot', status: 418, message: 'A code that this dashboard does not know.' },
]

/** The seven states of a region, and long work. */
export const GalleryStates = () => (
  <>
    <GallerySection name="First load">
      <Skeleton label="Loading boards">
        <div className="h-24 w-72 rounded-card bg-sunken" />
      </Skeleton>
      {(['loading', 'stopped'] as const).map((state) => (
        <LoadingStatus key={state} state={state} controls={{ ...wait, state }} />
      ))}
    </GallerySection>
    <GallerySection name="Instead of a page">
      <PageState
        state="missing"
        icon={SquareKanban}
        title="Board not found"
        action={<Button variant="primary">Back to boards</Button>}
      >
        It may have been deleted or is in another workspace.
      </PageState>
      <Skeleton label="Boards are loading" loading={{ ...wait, state: 'offline' }}>
        {null}
      </Skeleton>
    </GallerySection>
    <GallerySection name="Empty, and empty after filtering">
      <EmptyState
        icon={SquareKanban}
        title="No boards yet"
        action={<Button variant="primary">New board</Button>}
      >
        Create a board to organize work in lists.
      </EmptyState>
      <EmptyState filtered title="No boards match “zzz”" action={<Button>Clear</Button>} />
    </GallerySection>
    <GallerySection name="Rows, in the density that is chosen">
      <ul className="w-72">
        {['First', 'Second', 'Third'].map((name) => (
          <li key={name} className="flex min-h-row items-center border-b border-line">
            {name}
          </li>
        ))}
      </ul>
    </GallerySection>
    <GallerySection name="Failed">
      {failures.map((failure) => (
        <ErrorState
          key={failure.code}
          title="Couldn’t load boards"
          error={new ApiError(failure)}
          onRetry={noop}
        />
      ))}
    </GallerySection>
    <GallerySection name="Partial, read only, progress">
      <PartialError text="Couldn’t load more." onRetry={noop} busy={false} />
      <PartialError text="Couldn’t load more." onRetry={noop} busy />
      <ReadOnlyHint>You have read-only access.</ReadOnlyHint>
      <div className="grid w-60 gap-4">
        <ProgressBar label="Import" done={640} of={1000} text="640 of 1,000" />
        <ProgressBar isShare label="Done" done={19} of={50} text="19 of 50 done" />
      </div>
    </GallerySection>
  </>
)
