import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'

import { referenceText as text } from '#web/messages/en/reference.ts'
import { paths } from '#web/paths.ts'
import { usePreference } from '#web/session/preferences.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { announce } from '#web/ui/live-region.tsx'
import { EmptyState, PageState } from '#web/ui/page-states.tsx'
import { EndpointList } from './endpoint-list.tsx'
import { EndpointSection } from './endpoint-section.tsx'
import { type Endpoint, isTopicId, type Reference, searchReference } from './reference.rules.ts'
import { BackLink, TopicSection } from './topic-section.tsx'

interface ReferencePanesProps {
  reference: Reference
  /** Why this is not the server's own description. */
  notice?: string
}

/** The list of endpoints beside the section that the address names; in a narrow window one of both. */
export function ReferencePanes({ reference, notice }: ReferencePanesProps) {
  const { endpoints, document, index } = reference
  const [url, setUrl] = useSearchState()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const query = url.get('q') ?? ''
  const openId = url.get('endpoint') ?? url.get('topic') ?? undefined
  const isOpen = openId !== undefined
  const items = useMemo(() => searchReference(index, query), [index, query])
  const lastOpenId = useLastOpen(openId)
  useResultAnnouncement(query, items.filter(({ kind }) => kind !== 'group').length)
  const clear = () =>
    setUrl(
      (params) => {
        params.delete('q')
        return params
      },
      { replace: true },
    )
  return (
    <div
      data-open-item={isOpen || undefined}
      className="mt-4 grid min-h-0 min-w-0 flex-1 gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
    >
      <div
        className={`flex min-h-0 min-w-0 flex-col overflow-hidden rounded-tray border border-line bg-surface ${isOpen ? 'max-lg:hidden' : ''}`}
      >
        <div className="flex p-3">
          <SearchField label={text.search} singleKeys={singleKeys} className="w-full" />
        </div>
        {notice && (
          <p className="mx-3 mb-3 rounded-card bg-info-soft px-3 py-2 text-meta text-info-ink">
            {notice}
          </p>
        )}
        {items.length === 0 ? (
          <EmptyState
            filtered
            title={text.noMatch(query)}
            action={<Button onClick={clear}>{text.clear}</Button>}
          >
            {text.noMatchDescription}
          </EmptyState>
        ) : (
          <EndpointList items={items} query={query} openId={openId} lastOpenId={lastOpenId} />
        )}
      </div>
      <section
        key={openId}
        aria-label={text.title}
        className={`flex min-h-0 min-w-0 flex-col overflow-x-hidden overflow-y-auto rounded-tray border border-line bg-surface p-4.5 ${isOpen ? '' : 'max-lg:hidden'}`}
      >
        <OpenSection openId={openId} endpoints={endpoints} document={document} />
      </section>
    </div>
  )
}

interface OpenSectionProps {
  openId: string | undefined
  endpoints: readonly Endpoint[]
  document: unknown
}

/** Without an address the guide begins, which a phone does not show. A key press in the search renders it no more. */
const OpenSection = memo(({ openId, endpoints, document }: OpenSectionProps) => {
  const topic = openId ?? 'authentication'
  if (isTopicId(topic)) return <TopicSection id={topic} />
  const endpoint = endpoints.find(({ id }) => id === openId)
  if (endpoint) return <EndpointSection endpoint={endpoint} document={document} />
  return (
    <>
      <BackLink />
      <PageState
        state="missing"
        title={text.missing}
        action={
          <Link to={paths.reference()} className={buttonClass()}>
            {text.back}
          </Link>
        }
      >
        {text.missingDescription}
      </PageState>
    </>
  )
})

/** The section that was open before; its row takes the focus where the list returns. */
function useLastOpen(openId: string | undefined) {
  const [last, setLast] = useState(openId)
  if (openId !== undefined && openId !== last) setLast(openId)
  return last
}

function useResultAnnouncement(query: string, count: number) {
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current && query !== '' && count > 0) announce(text.results(count))
    isFirst.current = false
  }, [query, count])
}
