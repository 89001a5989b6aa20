import { publishText as text } from '#web/messages/en/changelog-publish.ts'
import { describeMoment, formatLongDate, formatPlainTime } from '#web/ui/date/date-text.rules.ts'
import { cityOf, zonedDateTime } from '#web/ui/date/zoned-time.rules.ts'
import { displayLocale, timeZone as ownTimeZone } from '#web/ui/format.ts'
import { exactTimeProps } from '#web/ui/relative-time.tsx'
import { type Audience, formatDistance, readerZone } from './publish.rules.ts'

/** A text of the catalogue in which two asterisks around words make them bold. */
export const Sentence = ({ children }: { children: string }) =>
  children
    .split('**')
    .map((part, index) =>
      index % 2 === 1 ? <strong key={index}>{part}</strong> : <span key={index}>{part}</span>,
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
    <div role="status" className="publish-sentence">
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
    </div>
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
