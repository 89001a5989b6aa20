import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { useServerFacts } from '#web/connections/server-config.ts'
import { sentCampaignsQuery } from '#web/email/campaigns/campaigns.data.ts'
import { unpublishedQuery } from '#web/feedback/changelog/changelog.data.ts'
import { postsSinceQuery } from '#web/feedback/posts/posts.data.ts'
import { overviewText } from '#web/messages/en/overview.ts'
import { paths } from '#web/paths.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { buttonClass } from '#web/ui/button.tsx'

const text = overviewText.start

/** Whether every answer is known and none holds anything. A question is asked only where those before found nothing. */
export function useIsEmpty(boards: number | undefined): boolean {
  const campaigns = useQuery(sentCampaignsQuery())
  const entries = useQuery({ ...unpublishedQuery(useCapability('filters')), enabled: boards === 0 })
  const none = boards === 0 && isNone(campaigns.data) && isNone(entries.data)
  const posts = useQuery({ ...postsSinceQuery(undefined, false), enabled: none })
  const lists = useQuery({ ...endpointQuery('GET /lists', {}), enabled: none })
  return none && isNone(posts.data) && isNone(lists.data)
}

const isNone = (page: { data: readonly unknown[] } | undefined) => page?.data.length === 0

/** The first steps in a workspace with nothing in it. */
export const StartList = () => (
  <section
    aria-labelledby="start"
    data-surface
    data-state="empty"
    className="mt-6 grid gap-4 rounded-tray border border-line bg-surface p-5 shadow-rest"
  >
    <div>
      <h2 id="start" className="text-section">
        {text.title}
      </h2>
      <p className="text-ink-2">{text.meaning}</p>
    </div>
    <ol className="grid gap-4 md:grid-cols-3">
      <BoardStep />
      <Step title={text.list} meaning={text.listDescription}>
        <Typed>{text.listCommand}</Typed>
      </Step>
      <Step title={text.entry} meaning={text.entryDescription}>
        <Typed>{text.entryCall}</Typed>
      </Step>
    </ol>
    <LookAround />
  </section>
)

function BoardStep() {
  if (!useCapability('boards.write'))
    return <Step title={text.board} meaning={text.boardReadOnly} />
  return (
    <Step title={text.board} meaning={text.boardDescription}>
      <Link to={paths.boards()} className={buttonClass('primary', 'small')}>
        {text.board}
      </Link>
    </Step>
  )
}

/** A workspace with data in it: the demo that the server names, or else how to make one. */
function LookAround() {
  const facts = useServerFacts()
  if (!facts) return <p className="min-h-7" />
  return (
    <p className="min-h-7 text-ink-2">
      {text.demo}.{' '}
      {facts.demo ? (
        <Link to={paths.signIn()} className="font-semibold text-accent-ink hover:underline">
          {text.demoOpen}
        </Link>
      ) : (
        <>
          {text.demoDescription} <Typed>{text.demoCommand}</Typed>
        </>
      )}
    </p>
  )
}

const Step = (props: { title: string; meaning: string; children?: ReactNode }) => (
  <li className="grid content-start justify-items-start gap-1.5">
    <h3 className="font-medium">{props.title}</h3>
    <p className="text-meta text-ink-3">{props.meaning}</p>
    {props.children}
  </li>
)

const Typed = ({ children }: { children: string }) => (
  <code className="rounded-chip bg-sunken px-2 py-1 font-mono text-code break-all text-ink">
    {children}
  </code>
)
