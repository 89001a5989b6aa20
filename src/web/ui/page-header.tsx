import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { Icon } from './icon.tsx'
import { useTitle } from './page-title.tsx'

interface PageHeaderProps {
  /** Undefined until it is loaded. */
  title: string | undefined
  /** Read out instead of the title until it is loaded. */
  loading?: string
  /** The page this one belongs to. */
  parent?: { label: string; to: string }
  /** The area it belongs to, before its parent; an area has no page. */
  area?: string
  /** Right after the title: a star, a status. */
  adornment?: ReactNode
  actions?: ReactNode
  /** The part of the thing on this page, which names the tab of the browser. */
  section?: string
}

/** The one h1 of a page; it takes the focus after a change of route and names the tab. */
export function PageHeader(props: PageHeaderProps) {
  const { title, loading, area, parent, adornment, actions, section } = props
  useTitle(section, title, parent?.label ?? area)

  return (
    <header className="relative flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="flex min-w-0 items-center gap-2">
        {area && (
          <p className="flex shrink-0 items-center gap-2 text-body text-ink-3 max-md:hidden">
            {area}
            <Icon of={ChevronRight} size={14} className="rtl:-scale-x-100" />
          </p>
        )}
        {parent && (
          <Link
            to={parent.to}
            className="flex min-h-6 min-w-6 shrink-0 items-center gap-2 rounded-chip text-body text-ink-3 hover:text-ink"
          >
            <Icon of={ChevronLeft} size={20} className="md:hidden rtl:-scale-x-100" />
            <span className="max-md:sr-only">{parent.label}</span>
            <Icon of={ChevronRight} size={14} className="max-md:hidden rtl:-scale-x-100" />
          </Link>
        )}
        <h1 tabIndex={-1} className="min-w-0 font-display text-title break-words">
          {title ?? <TitleSkeleton label={loading} />}
        </h1>
        {adornment}
      </div>
      {actions && (
        <div className="flex flex-wrap items-center gap-2 max-md:w-full max-md:empty:hidden md:ms-auto">
          {actions}
        </div>
      )}
    </header>
  )
}

const TitleSkeleton = ({ label }: { label: string | undefined }) => (
  <>
    <span className="sr-only">{label}</span>
    <span
      aria-hidden
      className="inline-block h-[0.8em] w-48 max-w-full animate-appear rounded-chip bg-sunken"
    />
  </>
)
