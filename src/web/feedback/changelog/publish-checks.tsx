import './publish.css'
import TriangleAlert from 'lucide-react/icons/triangle-alert'

import { publishText as text } from '#web/messages/en/changelog-publish.ts'
import { Icon } from '#web/ui/icon.tsx'
import { type ContentChanges, hasChanges } from './content-changes.rules.ts'
import type { Issue } from './publish.rules.ts'

/** What readers would stumble over. */
export function IssueList({ issues }: { issues: readonly Issue[] }) {
  if (issues.length === 0) return null
  return (
    <section aria-label={text.check} className="publish-issues">
      <h3 className="font-medium">{text.check}</h3>
      <ul>
        {issues.map(({ kind, count, isBlocking }) => (
          <li key={kind} className={isBlocking ? 'publish-issue text-bad-ink' : 'publish-issue'}>
            <Icon of={TriangleAlert} size={14} />
            {text.issues[kind](count)}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** More would not fit the panel. */
const MAX_LINES = 40

/** What publishing saves first, folded. */
export function ChangesSinceSave({ changes }: { changes: ContentChanges }) {
  if (!hasChanges(changes)) return null
  const { fields, lines } = changes
  const added = lines.filter(({ kind }) => kind === 'added').length
  const rest = lines.length - MAX_LINES
  return (
    <details className="publish-changes">
      <summary>
        <span className="font-medium">{text.changes}</span>{' '}
        <span className="text-ink-3">{text.changedLines(added, lines.length - added)}</span>
      </summary>
      {fields.length > 0 && <p>{text.changedFields(fields.map((one) => text.fields[one]))}</p>}
      {lines.length > 0 && (
        <ul className="publish-lines">
          {lines.slice(0, MAX_LINES).map(({ kind, text: line }, index) => (
            <li key={index} data-kind={kind}>
              <span className="sr-only">{text[kind]}: </span>
              {line.trim() === '' ? <i>{text.blankLine}</i> : <bdi>{line.slice(0, 500)}</bdi>}
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && <p className="text-ink-3">{text.moreLines(rest)}</p>}
    </details>
  )
}
