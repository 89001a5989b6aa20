import ChevronLeft from 'lucide-react/icons/chevron-left'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { statusOf } from '#contract/errors.ts'
import { errorCodeText, referenceTopics } from '#web/messages/en/reference-topics.ts'
import { referenceText as text } from '#web/messages/en/reference.ts'
import { paths } from '#web/paths.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { Icon } from '#web/ui/icon.tsx'
import { formatSearch, type TopicId } from './reference.rules.ts'

/** A text about all endpoints. */
export function TopicSection({ id }: { id: TopicId }) {
  const { title, summary, paragraphs, additions } = referenceTopics[id]
  return (
    <article className="reference-section">
      <BackLink />
      <SectionHeading>{title}</SectionHeading>
      <p className="reference-summary">{summary}</p>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>
          <WithCode>{paragraph}</WithCode>
        </p>
      ))}
      {id === 'errors' && <ErrorCodes />}
      <h3>{text.additions}</h3>
      <p className="reference-summary">{text.additionsHint}</p>
      <ul className="reference-points">
        {additions.map((addition) => (
          <li key={addition}>
            <WithCode>{addition}</WithCode>
          </li>
        ))}
      </ul>
      <RelatedPages id={id} />
    </article>
  )
}

function RelatedPages({ id }: { id: TopicId }) {
  const hasWebhooks = useCapability('webhooks.manage')
  const keys = { to: paths.keys(), label: text.pages.keys }
  const pages = {
    authentication: [keys],
    webhooks: [
      ...(hasWebhooks ? [{ to: paths.webhooks(), label: text.pages.webhooks }] : []),
      { to: paths.verify(), label: text.pages.verify },
    ],
  }
  const links = id === 'authentication' || id === 'webhooks' ? pages[id] : []
  return (
    links.length > 0 && (
      <p className="reference-links">
        {links.map(({ to, label }) => (
          <Link key={to} to={to}>
            {label}
          </Link>
        ))}
      </p>
    )
  )
}

const ErrorCodes = () => (
  <ul className="reference-fields">
    {Object.entries(errorCodeText).map(([code, [meaning, action]]) => (
      <li key={code}>
        <code>{code}</code> <strong>{statusByCode.get(code)}</strong>{' '}
        <span>
          {meaning} {action}
        </span>
      </li>
    ))}
  </ul>
)

const statusByCode = new Map<string, number>(Object.entries(statusOf))

/** Texts mark code with backticks. */
const WithCode = ({ children }: { children: string }) =>
  children
    .split('`')
    .map((part, at) =>
      at % 2 === 1 ? <code key={at}>{part}</code> : <Fragment key={at}>{part}</Fragment>,
    )

/** The heading of a section. In a narrow window the row that had the focus is hidden. */
export function SectionHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The first page keeps the focus of the browser, as in shell/route-focus.ts.
  const isFirstPage = useLocation().key === 'default'
  useEffect(() => {
    const active = document.activeElement
    if (!isFirstPage && (active === document.body || !active?.checkVisibility()))
      heading.current?.focus({ preventScroll: true })
    // oxlint-disable-next-line react/exhaustive-deps -- only as it appears
  }, [])
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}

/** In a narrow window, where the list is hidden. */
export function BackLink() {
  const [url] = useSearchState()
  const search = formatSearch(undefined, url.get('q') ?? '')
  return (
    <Link to={paths.reference() + search} className="reference-back">
      <Icon of={ChevronLeft} className="rtl:-scale-x-100" />
      {text.back}
    </Link>
  )
}
