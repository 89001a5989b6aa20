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
    <div className="reference" data-open={openId !== undefined || undefined}>
      <div className="reference-list">
        <div className="reference-search">
          <SearchField label={text.search} singleKeys={singleKeys} className="w-full" />
        </div>
        {notice && <p className="reference-notice">{notice}</p>}
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
      <section key={openId} aria-label={text.title} className="reference-pane">
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
