import type { ReactNode } from 'react'

interface ListDetailProps {
  title: string
  /** Classes of the panes, for what differs between pages. */
  listClass: string
  itemClass: string
  /** On a phone only the item is visible, and it has the heading of the page. */
  isOpen: boolean
  /** Beside the title of the list. */
  actions?: ReactNode
  list: ReactNode
  /** The open item, or what to read while none is open. */
  children: ReactNode
}

/** A list beside the item that is open; on a phone one of both. */
export function ListDetail(props: ListDetailProps) {
  const { title, listClass, itemClass, isOpen, actions, list, children } = props
  const Heading = isOpen ? 'p' : 'h1'
  return (
    // Over the space that main has around other pages.
    <div
      data-list-detail
      className="-mx-4 -mt-4 mb-[calc(-1.25rem-var(--bottom-bar,0px))] flex min-h-0 flex-1 pb-(--bottom-bar,0px) md:-mx-7 md:-mt-5 md:pb-0"
    >
      <div
        className={`flex min-h-0 w-full min-w-0 flex-col pt-4 md:flex-none md:border-e md:border-line ${isOpen ? 'max-md:hidden' : ''} ${listClass}`}
      >
        <header className="flex min-h-control items-center gap-2">
          <Heading tabIndex={isOpen ? undefined : -1} className="me-auto font-display text-title">
            {title}
          </Heading>
          {actions}
        </header>
        {list}
      </div>
      <div
        className={`min-h-0 min-w-0 flex-1 flex-col bg-surface ${isOpen ? 'flex' : 'hidden md:flex'} ${itemClass}`}
      >
        {children}
      </div>
    </div>
  )
}
