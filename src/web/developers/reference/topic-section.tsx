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
    <article className="grid min-w-0 grid-cols-1 gap-3">
      <BackLink />
      <SectionHeading>{title}</SectionHeading>
      <p className="text-cell text-ink-2">{summary}</p>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>
          <WithCode>{paragraph}</WithCode>
        </p>
      ))}
      {id === 'errors' && <ErrorCodes />}
      <PartHeading>{text.additions}</PartHeading>
      <p className="text-cell text-ink-2">{text.additionsHint}</p>
      <ul className="grid list-disc gap-2 ps-5 text-cell">
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
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {links.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            className="inline-flex min-h-6 items-center rounded-chip font-medium text-accent-ink hover:underline pointer-coarse:min-h-11"
          >
            {label}
          </Link>
        ))}
      </p>
    )
  )
}

const ErrorCodes = () => (
  <ul className="rounded-card border border-line">
    {Object.entries(errorCodeText).map(([code, [meaning, action]]) => (
      <FieldItem key={code} name={code}>
        <FieldLabel>{statusByCode.get(code)}</FieldLabel>{' '}
        <FieldText>
          {meaning} {action}
        </FieldText>
      </FieldItem>
    ))}
  </ul>
)

const statusByCode = new Map<string, number>(Object.entries(statusOf))

/** Texts mark code with backticks. */
const WithCode = ({ children }: { children: string }) =>
  children
    .split('`')
    .map((part, at) =>
      at % 2 === 1 ? <Code key={at}>{part}</Code> : <Fragment key={at}>{part}</Fragment>,
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
    <h2
      ref={heading}
      tabIndex={-1}
      className="flex flex-wrap items-baseline gap-x-2 text-section wrap-anywhere outline-none"
    >
      {children}
    </h2>
  )
}

export const PartHeading = ({ children }: { children: string }) => (
  <h3 className="mt-3 font-medium">{children}</h3>
)

/** Of quiet words in a line with labels or buttons. */
export const lineClass = 'flex flex-wrap items-center gap-2 text-cell text-ink-2'

/** Code in a sentence. */
export const Code = ({ children }: { children: string }) => (
  <code className="rounded-chip bg-sunken px-1 font-mono text-code wrap-anywhere">{children}</code>
)

interface FieldItemProps {
  name: string
  /** In how many other fields it is. */
  depth?: number
  children: ReactNode
}

const indents = ['ps-3.5', 'ps-8', 'ps-12', 'ps-16']

/** A row of a list of fields or codes. */
export const FieldItem = ({ name, depth = 0, children }: FieldItemProps) => (
  <li
    className={`flex flex-wrap items-baseline gap-x-2 gap-y-0.5 border-b border-line py-1.5 pe-3.5 text-cell last:border-b-0 ${indents[Math.min(depth, 3)]}`}
  >
    <code className="font-mono text-code text-ink">{name}</code> {children}
  </li>
)

export const FieldText = ({ children }: { children: ReactNode }) => (
  <span className="min-w-0 wrap-anywhere text-ink-2">{children}</span>
)

export const FieldLabel = ({ children }: { children: ReactNode }) => (
  <strong className="text-tag text-ink">{children}</strong>
)

/** In a narrow window, where the list is hidden. */
export function BackLink() {
  const [url] = useSearchState()
  const search = formatSearch(undefined, url.get('q') ?? '')
  return (
    <Link
      to={paths.reference() + search}
      className="-ms-1.5 inline-flex min-h-8 items-center gap-1 justify-self-start rounded-control px-1.5 text-cell text-ink-2 hover:bg-hover lg:hidden pointer-coarse:min-h-11"
    >
      <Icon of={ChevronLeft} className="rtl:-scale-x-100" />
      {text.back}
    </Link>
  )
}
