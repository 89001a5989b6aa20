import './deliveries.css'
import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'

import type { Webhook } from '#client/resources.ts'
import { deliveryText as text } from '#web/messages/en/deliveries.ts'
import { paths } from '#web/paths.ts'
import { PageState } from '#web/ui/page-states.tsx'
import { DeliveriesFilters } from './deliveries-filters.tsx'
import { DeliveriesTable, KEEP_FOCUS } from './deliveries-table.tsx'
import { useDeliveries } from './deliveries.data.ts'
import { DeliveryPane } from './delivery-pane.tsx'

/** The deliveries of a webhook beside the one that the address names; in a narrow window one of both. */
export function DeliveriesTab({ webhook }: { webhook: Webhook }) {
  const { delivery_id: openId } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const deliveries = useDeliveries(webhook.id, openId)
  const isOpen = openId !== undefined
  const hasPane = isOpen || (deliveries.rows !== undefined && deliveries.rows.length > 0)
  const close = () => void navigate(paths.webhook(webhook.id) + search, { state: KEEP_FOCUS })
  // The heading of the page stays, so the route does not move the focus to the row that was open.
  const [lastOpenId, setLastOpenId] = useState(openId)
  if (isOpen && openId !== lastOpenId) setLastOpenId(openId)
  // The button that shows new rows is removed: the newest row takes the focus.
  const [newest, setNewest] = useState<{ readonly row: string; readonly openId?: string }>()
  const requestedRow =
    newest && newest.openId === openId ? newest.row : isOpen ? null : (lastOpenId ?? null)
  const showNew = () => {
    const row = deliveries.showNew()
    if (row !== undefined) setNewest({ row, ...(openId !== undefined && { openId }) })
  }
  return (
    <div
      className="grid min-h-0 min-w-0 flex-1 gap-4 lg:grid-cols-[minmax(0,13fr)_minmax(0,9fr)]"
      data-open-item={isOpen || undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !isOpen) return
        // A popover of a filter is inside, too.
        if (event.target instanceof Element && event.target.closest('dialog')) return
        event.preventDefault()
        close()
      }}
    >
      <div
        className={`deliveries-list flex min-h-0 min-w-0 flex-col overflow-hidden rounded-tray border border-line bg-surface [--least-width:36rem] ${isOpen ? 'max-lg:hidden' : ''} ${hasPane ? '' : 'col-span-full'}`}
        onScrollCapture={({ target }) => {
          if (target instanceof Element) deliveries.setScrolled(target.scrollTop > 4)
        }}
      >
        <DeliveriesFilters webhook={webhook} deliveries={deliveries} onShowNew={showNew} />
        <DeliveriesTable
          webhook={webhook}
          deliveries={deliveries}
          openId={openId}
          requestedRow={requestedRow}
        />
      </div>
      <section
        aria-label={text.pane}
        className={`min-h-0 min-w-0 flex-col overflow-hidden rounded-tray border border-line bg-surface ${hasPane ? 'flex' : 'hidden'} ${isOpen ? '' : 'max-lg:hidden'}`}
      >
        {isOpen ? (
          <DeliveryPane key={openId} webhook={webhook} delivery_id={openId} onClose={close} />
        ) : (
          hasPane && <PageState state="empty" title={text.choose} />
        )}
      </section>
    </div>
  )
}
