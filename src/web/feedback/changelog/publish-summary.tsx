import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'

import { cityOf, zonedDateTime } from '#contract/zoned-time.rules.ts'
import { publishText as text } from '#web/messages/en/changelog-publish.ts'
import { describeMoment, formatLongDate, formatPlainTime } from '#web/ui/date/date-text.rules.ts'
import { displayLocale, timeZone as ownTimeZone } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { exactTimeProps } from '#web/ui/relative-time.tsx'
import {
  type Audience,
  type ContentChanges,
  formatDistance,
  hasChanges,
  type Issue,
  readerZone,
} from './publish.rules.ts'

/** A text of the catalogue in which two asterisks around words make them bold. */
export const Sentence = ({ children }: { children: string }) =>
  children.split('**').map((part, index) =>
    index % 2 === 1 ? (
      <strong key={index} className="font-semibold text-ink">
        {part}
      </strong>
    ) : (
      <span key={index}>{part}</span>
    ),
  )

/** What will happen, or has happened. */
export const SentenceBox = ({ role, children }: { role?: 'status'; children: ReactNode }) => (
  <div role={role} className="rounded-card bg-sunken px-3 py-2.5 text-cell text-ink-2">
    {children}
  </div>
)

/** A moment, or undefined for now. */
interface PublicationTime {
  readonly at: Date
  readonly timeZone: string
}

interface PublishSentenceProps {
  time: PublicationTime | undefined
  now: Date
  /** Seconds in which publishing now can be undone. */
  wait: number
  audience: Audience
  isCounting: boolean
}

/** Says exactly what will happen: the moment, what that is for a reader elsewhere, and who gets an email. */
export function PublishSentence({ time, now, wait, audience, isCounting }: PublishSentenceProps) {
  const isLater = time !== undefined && time.at > now
  return (
    <SentenceBox role="status">
      {time && isLater ? (
        <Moment {...time} now={now} />
      ) : time ? (
        <>
          <Sentence>{datedText(time, now)}</Sentence> {text.pastTime}
        </>
      ) : (
        <Sentence>{wait > 0 ? text.goesOutAfter(wait) : text.goesOutNow}</Sentence>
      )}{' '}
      {isCounting && audience.kind === 'subscribers' ? (
        text.loadingSubscribers
      ) : (
        <Sentence>{formatAudience(audience)}</Sentence>
      )}
    </SentenceBox>
  )
}

/** With the exact time, also in UTC, under the pointer and with the focus. */
function Moment({ at, timeZone, now }: PublicationTime & { now: Date }) {
  const today = zonedDateTime(now, timeZone).date
  const { day, time, city } = describeMoment(at, timeZone, today, displayLocale)
  const distance = formatDistance(at, now, timeZone, displayLocale)
  const reader = readerZone(at, timeZone, ownTimeZone())
  const readerClock = reader && formatPlainTime(reader.time, displayLocale)
  const readerText = reader?.isOwn ? text.ownTime : text.readerTime
  return (
    <>
      <time dateTime={at.toISOString()} {...exactTimeProps(at)} tabIndex={0}>
        <Sentence>{text.goesOut(day, time, city, distance)}</Sentence>
      </time>{' '}
      {reader &&
        readerClock &&
        readerText(
          cityOf(reader.zone),
          reader.isOtherDay
            ? text.onDay(formatLongDate(reader.date, today, displayLocale), readerClock)
            : readerClock,
        )}
    </>
  )
}

function datedText({ at, timeZone }: PublicationTime, now: Date): string {
  const today = zonedDateTime(now, timeZone).date
  const { day, time, city } = describeMoment(at, timeZone, today, displayLocale)
  return text.goesOutDated(day, time, city)
}

function formatAudience(audience: Audience): string {
  if (audience.kind === 'nobody') return text.nobody[audience.reason]
  const { count, isAtMost } = audience
  if (count === undefined) return text.emailsUncounted
  return isAtMost ? text.emailsAtMost(count) : text.emails(count)
}

/** What readers would stumble over. */
export function IssueList({ issues }: { issues: readonly Issue[] }) {
  if (issues.length === 0) return null
  return (
    <section aria-label={text.check} className="grid gap-1 text-cell">
      <h3 className="font-medium">{text.check}</h3>
      <ul>
        {issues.map(({ kind, count, isBlocking }) => (
          <li
            key={kind}
            className={
              isBlocking ? 'flex items-center gap-2 text-bad-ink' : 'flex items-center gap-2'
            }
          >
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

const lineColors = {
  added: 'border-ok-solid bg-ok-soft text-ok-ink',
  removed: 'border-bad-solid bg-bad-soft text-bad-ink line-through',
}

/** What publishing saves first, folded. */
export function ChangesSinceSave({ changes }: { changes: ContentChanges }) {
  if (!hasChanges(changes)) return null
  const { fields, lines } = changes
  const added = lines.filter(({ kind }) => kind === 'added').length
  const rest = lines.length - MAX_LINES
  return (
    <details className="text-cell">
      <summary>
        <span className="font-medium">{text.changes}</span>{' '}
        <span className="text-ink-3">{text.changedLines(added, lines.length - added)}</span>
      </summary>
      {fields.length > 0 && (
        <p className="mt-1.5">{text.changedFields(fields.map((one) => text.fields[one]))}</p>
      )}
      {lines.length > 0 && (
        <ul className="mt-1.5 max-h-40 overflow-y-auto rounded-control border border-line font-mono text-meta">
          {lines.slice(0, MAX_LINES).map(({ kind, text: line }, index) => (
            <li
              key={index}
              className={`border-s-4 px-2 py-0.5 break-words whitespace-pre-wrap ${lineColors[kind]}`}
            >
              <span className="sr-only">{text[kind]}: </span>
              {line.trim() === '' ? <i>{text.blankLine}</i> : <bdi>{line.slice(0, 500)}</bdi>}
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && <p className="mt-1.5 text-ink-3">{text.moreLines(rest)}</p>}
    </details>
  )
}

/** Why the last attempt failed. */
export const PublishError = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-cell text-bad-ink">
    {children}
  </p>
)
