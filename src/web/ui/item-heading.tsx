import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** The h1 of an open item. It takes the focus that the page before left, if it appears after the navigation. */
export function ItemHeading({ children, className }: { children: ReactNode; className: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The first page keeps the focus of the browser, as in shell/route-focus.ts.
  const isFirstPage = useLocation().key === 'default'
  useEffect(() => {
    if (!isFirstPage && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
    // oxlint-disable-next-line react/exhaustive-deps -- only as it appears
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} dir="auto" className={className}>
      {children}
    </h1>
  )
}
