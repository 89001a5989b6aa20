import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { useServerConfig } from '#web/connections/server-config.ts'
import { overviewText } from '#web/messages/en/overview.ts'
import { paths } from '#web/paths.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyableCommand } from '#web/ui/copyable.tsx'

const text = overviewText.start

/** The overview of an empty workspace. */
export const GettingStarted = () => (
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
      <p className="text-ink-2">{text.text}</p>
    </div>
    <ol className="grid gap-4 md:grid-cols-3">
      <BoardStep />
      <ListStep />
      <Step title={text.entry} meaning={text.entryDescription}>
        <EntryLink />
      </Step>
    </ol>
    <DemoHint />
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

function ListStep() {
  const canCreate = useCapability('lists.write')
  return (
    <Step title={text.list} meaning={canCreate ? text.listDescription : text.listReadOnly}>
      <Link to={paths.lists()} className={buttonClass('primary', 'small')}>
        {text.list}
      </Link>
    </Step>
  )
}

function EntryLink() {
  if (!useCanWrite()) return null
  return (
    <Link to={paths.newEntry()} className={buttonClass('primary', 'small')}>
      {text.entry}
    </Link>
  )
}

/** The demo workspace of the server, or how to create one. */
function DemoHint() {
  const config = useServerConfig()
  if (!config) return <p className="min-h-7" />
  return (
    <p className="min-h-7 text-ink-2">
      {text.demo}.{' '}
      {config.demo ? (
        <Link to={paths.signIn()} className="font-semibold text-accent-ink hover:underline">
          {text.demoOpen}
        </Link>
      ) : (
        <>
          {text.demoDescription} <CopyableCommand>{text.demoCommand}</CopyableCommand>
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
