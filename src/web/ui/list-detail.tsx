import './list-detail.css'
import type { ReactNode } from 'react'

interface ListDetailProps {
  title: string
  /** Prefix of the classes of both panes, for what differs between pages. */
  name: string
  /** On a phone only the item is visible, and it has the heading of the page. */
  isOpen: boolean
  /** Beside the title of the list. */
  actions?: ReactNode
  list: ReactNode
  /** The open item, or what to read while none is open. */
  children: ReactNode
}

/** A list beside the item that is open; on a phone one of both. */
export function ListDetail({ title, name, isOpen, actions, list, children }: ListDetailProps) {
  const Heading = isOpen ? 'p' : 'h1'
  return (
    <div className="list-detail" data-open={isOpen || undefined}>
      <div className={`list-detail-list ${name}-list`}>
        <header className="list-detail-head">
          <Heading tabIndex={isOpen ? undefined : -1} className="font-display text-title">
            {title}
          </Heading>
          {actions}
        </header>
        {list}
      </div>
      <div className={`list-detail-item ${name}-item`}>{children}</div>
    </div>
  )
}
