import { useInfiniteQuery } from '@tanstack/react-query'

import type { Post } from '#client/resources.ts'
import type { Activity } from '#contract/activity.ts'
import { postActivityText as text } from '#web/messages/en/activity.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { useRefetchOnChange } from '#web/query/use-refetch-on-change.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import {
  ACTIVITY_PAGE_SIZE,
  ActivityList,
  type ActivityPart,
  describeTags,
} from '#web/ui/activity-list.tsx'
import { formatPlainDate } from '#web/ui/date/date-text.rules.ts'
import { displayLocale } from '#web/ui/format.ts'

/** Who set what of the post, and when; absent where the server does not record it. */
export const PostActivity = ({ post }: { post: Post }) =>
  useCapability('posts.activity') && <ActivityOfPost post={post} />

function ActivityOfPost({ post }: { post: Post }) {
  const query = useInfiniteQuery({
    ...endpointPages('GET /feedback/posts/:post_id/activity', {
      post_id: post.id,
      limit: ACTIVITY_PAGE_SIZE,
    }),
    refetchOnMount: 'always',
  })
  useRefetchOnChange(query.refetch, post.version)
  return <ActivityList query={query} none={text.none} describe={describePostActivity} isCompact />
}

type Change = Activity['changes'][string]

const events: Readonly<Record<string, string>> = {
  'post.created': text.created,
  'post.deleted': text.deleted,
  'post.restored': text.restored,
}

/** What happened to a post, one sentence per changed field. An event that this version does not know is a change. */
function describePostActivity({ event, changes }: Activity): ActivityPart[][] {
  const known = Object.hasOwn(events, event) ? events[event] : undefined
  if (known !== undefined) return [[known]]
  const sentences = Object.entries(changes).flatMap(([field, change]) =>
    describeField(field, change),
  )
  return sentences.length > 0 ? sentences : [[text.changed]]
}

/** Of what is named beside its id, the name. */
function describeField(field: string, change: Change): ActivityPart[][] {
  const { from, to } = change
  const [before, after] = [{ name: String(from) }, { name: String(to) }]
  switch (field) {
    case 'title':
      return [[text.renamed, after]]
    case 'details':
      return [[to ? text.described : text.detailsRemoved]]
    case 'status_name':
      return [[text.status, after]]
    case 'tags':
      return describeTags(change)
    case 'owner':
      return [hasName(to) ? [text.assigned, { name: to.name }] : [text.unassigned]]
    case 'eta':
      return [
        typeof to === 'string'
          ? [text.eta, { name: formatPlainDate(to, displayLocale) }]
          : [text.etaRemoved],
      ]
    case 'board_name':
      return [[text.moved, after]]
    case 'merged_into_title':
      return [to ? [text.merged, after] : [text.unmerged, before]]
    case 'merged_post_title':
      return [to ? [text.mergedHere, after] : [text.unmergedHere, before]]
    default:
      return []
  }
}

const hasName = (value: unknown): value is { name: string } =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
