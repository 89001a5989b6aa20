import ChevronLeft from 'lucide-react/icons/chevron-left'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

import type { Webhook } from '#client/resources.ts'
import type { Attempt, Delivery, DeliveryDetails } from '#contract/developers/webhook-resources.ts'
import { deliveryText as text } from '#web/messages/en/deliveries.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyableId } from '#web/ui/copyable.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { PageState, Skeleton } from '#web/ui/page-states.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { NextAttempt, Took } from './deliveries-table.tsx'
import { type QueuedAttempt, showQueued, useDelivery } from './deliveries.data.ts'
import { explainAttempt, formatAttempt } from './deliveries.rules.ts'
import { DeliveryExchange } from './delivery-exchange.tsx'
import { describeOutcome } from './webhook-words.rules.ts'

interface DeliveryPaneProps {
  webhook: Webhook
  delivery_id: string
  onClose: () => void
}

/** One delivery: its attempts, and what was sent and received. */
export function DeliveryPane({ webhook, delivery_id, onClose }: DeliveryPaneProps) {
  const [queued, setQueued] = useState<QueuedAttempt>()
  const { query, isAwaited, loading } = useDelivery(webhook.id, delivery_id, queued)
  const { error } = query
  // Deliveries are purged while their page is open, too.
  const delivery = error?.code === 'not_found' ? undefined : query.data
  useAttemptAnnouncement(delivery, queued?.count ?? 0)
  const heading = useHeadingFocus()
  if (!delivery && error)
    return (
      <Pane onClose={onClose}>
        {error.code === 'not_found' ? (
          <PageState
            state="missing"
            title={text.missing}
            action={<Button onClick={onClose}>{text.back}</Button>}
          >
            {text.missingDescription}
          </PageState>
        ) : (
          <ErrorState title={text.failed} error={error} onRetry={() => void query.refetch()} />
        )}
      </Pane>
    )
  if (!delivery || loading.showSkeleton)
    return (
      <Pane onClose={onClose}>
        <Skeleton label={text.loading} loading={loading}>
          <div className="grid gap-3">
            {[0, 1, 2].map((block) => (
              <div key={block} className="h-16 rounded-card bg-sunken" />
            ))}
          </div>
        </Skeleton>
      </Pane>
    )
  return (
    <Pane isReady onClose={onClose}>
      <header className="flex items-center gap-3 max-md:flex-wrap">
        <div className="me-auto grid min-w-0 grid-cols-1 justify-items-start gap-0.5">
          <h2 ref={heading} tabIndex={-1} className="truncate text-section outline-none">
            {delivery.event}
          </h2>
          <CopyableId id={delivery.id} label={text.id} />
        </div>
        <SendAgain
          delivery={delivery}
          isAwaited={isAwaited}
          onQueued={() => setQueued({ count: delivery.attempts.length + 1, at: Date.now() })}
        />
      </header>
      <DeliveryAttempts webhook={webhook} delivery={delivery} />
    </Pane>
  )
}

interface PaneProps {
  isReady?: boolean
  onClose: () => void
  children: ReactNode
}

const Pane = ({ isReady = false, onClose, children }: PaneProps) => (
  <div
    data-state={isReady ? 'ready' : undefined}
    className="flex min-h-0 min-w-0 flex-1 flex-col gap-4 overflow-y-auto p-4.5"
  >
    <button
      type="button"
      className="-ms-1.5 inline-flex min-h-8 items-center gap-1 self-start rounded-control px-1.5 text-cell text-ink-2 hover:bg-hover lg:hidden pointer-coarse:min-h-11"
      onClick={onClose}
    >
      <Icon of={ChevronLeft} className="rtl:-scale-x-100" />
      {text.back}
    </button>
    {children}
  </div>
)

/** In a narrow window the row that had the focus is hidden. */
function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  // The first page keeps the focus of the browser, as in shell/route-focus.ts.
  const isFirstPage = useLocation().key === 'default'
  const needsFocus = useRef(!isFirstPage)
  useEffect(() => {
    if (!needsFocus.current || !heading.current) return
    needsFocus.current = false
    const active = document.activeElement
    if (active === document.body || !active?.checkVisibility())
      heading.current.focus({ preventScroll: true })
  })
  return heading
}

/** Says what an attempt that the person queued has brought. */
function useAttemptAnnouncement(delivery: DeliveryDetails | undefined, attemptCount: number) {
  const last = delivery?.attempts.at(-1)
  const isRecorded =
    attemptCount > 0 && last !== undefined && delivery?.attempts.length === attemptCount
  const result = isRecorded ? formatAttempt(last) : ''
  useEffect(() => {
    if (result) announce(text.recorded(result))
  }, [result, attemptCount])
}

interface SendAgainProps {
  delivery: DeliveryDetails
  isAwaited: boolean
  onQueued: () => void
}

function SendAgain({ delivery, isAwaited, onQueued }: SendAgainProps) {
  const canWrite = useCanWrite()
  const offlineProps = useOfflineProps()
  const { queryClient } = useSession()
  const { send, isPending, canDuplicate } = useEndpointMutation(
    'POST /webhooks/:webhook_id/deliveries/:delivery_id/redeliver',
  )
  if (!canWrite) return null
  const sendAgain = async () => {
    if (offlineProps) return
    const { webhook_id, id: delivery_id } = delivery
    const onSuccess = (output: Delivery) => showQueued(queryClient, output)
    const result = await send({ webhook_id, delivery_id }, { merges: true, onSuccess })
    if (result.state === 'error') {
      const words = { formatReason: text.sendFailed, canDuplicate }
      toast({ text: formatSaveError(result.error, words), tone: 'bad' })
    }
    if (result.state !== 'success') return
    onQueued()
    toast({ text: text.queued })
  }
  return (
    <Button
      {...offlineProps}
      variant="primary"
      icon={RefreshCw}
      busy={isPending || isAwaited}
      onClick={() => void sendAgain()}
    >
      {isAwaited ? text.queued : text.sendAgain}
    </Button>
  )
}

interface DeliveryAttemptsProps {
  webhook: Webhook
  delivery: DeliveryDetails
}

/** The attempts, newest first, and the request and response of one of them. */
function DeliveryAttempts({ webhook, delivery }: DeliveryAttemptsProps) {
  const { attempts, status, next_attempt_at } = delivery
  /** Undefined for the newest, also once there is a newer one. */
  const [chosen, setChosen] = useState<number>()
  const newest = attempts.at(-1)
  const current = attempts.find(({ number }) => number === chosen) ?? newest
  const next = status === 'pending' && next_attempt_at !== null && (
    <span className="ms-auto text-ink-2">
      <NextAttempt isNamed at={next_attempt_at} />
    </span>
  )
  return (
    <>
      <div role="group" aria-label={text.attempts} className="-mx-2 grid gap-0.5">
        {newest === undefined && (
          <p className={attemptClass}>
            {status === 'skipped' ? text.skipped : text.noAttempts}
            {next}
          </p>
        )}
        {[...attempts].reverse().map((attempt) => (
          <AttemptLine
            key={attempt.id}
            attempt={attempt}
            next={attempt === newest && next}
            isCurrent={attempt === current}
            onChoose={
              attempts.length > 1
                ? () => setChosen(attempt === newest ? undefined : attempt.number)
                : undefined
            }
          />
        ))}
      </div>
      <DeliveryExchange webhook={webhook} delivery={delivery} attempt={current} />
    </>
  )
}

const attemptClass =
  'flex min-h-7.5 w-full flex-wrap items-center gap-x-2 gap-y-1 rounded-control px-2 py-1 text-start text-cell text-ink-2 pointer-coarse:min-h-11'

interface AttemptLineProps {
  attempt: Attempt
  next: ReactNode
  isCurrent: boolean
  onChoose: (() => void) | undefined
}

function AttemptLine({ attempt, next, isCurrent, onChoose }: AttemptLineProps) {
  const meaning = explainAttempt(attempt)
  const content = (
    <>
      <StatusPill kind="delivery" value={describeOutcome(attempt).status}>
        {formatAttempt(attempt)}
      </StatusPill>
      <b className="font-medium text-ink">{text.attempt(attempt.number)}</b>
      <span>
        <RelativeTime at={attempt.at} tabIndex={-1} />
        {attempt.duration_ms !== null && (
          <>
            , <Took milliseconds={attempt.duration_ms} />
          </>
        )}
      </span>
      {next}
      {meaning && <span className="basis-full text-meta text-bad-ink">{meaning}</span>}
    </>
  )
  if (!onChoose) return <p className={attemptClass}>{content}</p>
  return (
    <button
      type="button"
      aria-pressed={isCurrent}
      className={`${attemptClass} hover:bg-hover aria-pressed:bg-sunken`}
      onClick={onChoose}
    >
      {content}
    </button>
  )
}
