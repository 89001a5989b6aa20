import { commentsText as text, composerText } from '#web/messages/en/comments.ts'
import { createDrafts } from '#web/session/mutations/drafts.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { commentDrafts } from './comments.data.ts'

interface KeptDraftsProps {
  post_id: string
  /** Also the details of the post, where they cannot be edited. */
  withDetails?: boolean
}

/** What was written on a post that takes it no longer. */
export function KeptDrafts({ post_id, withDetails = false }: KeptDraftsProps) {
  const session = useSession()
  const comments = commentDrafts(session, post_id)
  const details = createDrafts(() => session.connection.fingerprint).get(`post:${post_id}`)?.text
  const drafts = [
    ...(withDetails && details ? [{ name: text.keptDetails, body: details }] : []),
    ...comments
      .modes()
      .map((mode) => ({ name: composerText.fields[mode], body: comments.get(mode) })),
  ]
  if (drafts.length === 0) return null
  return (
    <section
      aria-label={text.kept}
      className="grid gap-3 rounded-card border border-line bg-sunken px-4 py-3 text-start"
    >
      <p>{text.kept}</p>
      {drafts.map(({ name, body }) => (
        <figure key={name} className="grid justify-items-start gap-1">
          <figcaption className="text-meta text-ink-2">{name}</figcaption>
          <blockquote
            dir="auto"
            className="max-h-40 overflow-y-auto wrap-anywhere whitespace-pre-wrap"
          >
            {body}
          </blockquote>
          <Button size="small" onClick={() => void copyToClipboard(body, text.copied)}>
            {text.copy}
          </Button>
        </figure>
      ))}
    </section>
  )
}
