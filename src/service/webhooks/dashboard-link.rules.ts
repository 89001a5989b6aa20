import type { EventKind } from '#contract/events.ts'

interface EventContent {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

type Resource<Kind = EventKind> = Kind extends `${infer Name}.${string}` ? Name : never

/** Pages of the dashboard, as its `paths.ts` has them; a name in braces is a key of the data. */
const pages: Partial<Record<Resource, string>> = {
  board: '/boards/{id}',
  card: '/boards/{board_id}/cards/{id}',
  list: '/email/lists/{id}',
  contact: '/email/lists/{list_id}/contacts/{id}',
  campaign: '/email/campaigns/{id}',
  automation: '/email/automations/{automation_id}',
  post: '/feedback/posts/{id}',
  vote: '/feedback/posts/{post_id}',
  comment: '/feedback/posts/{post_id}',
  portal_user: '/feedback/users/{id}',
  changelog: '/changelog/{id}',
  webhook: '/developers/webhooks/{id}',
}

/** Where the dashboard shows what the event is about; null where it does not, or where its address is not known. */
export function linkTo(publicUrl: string | null, { event, data }: EventContent): string | null {
  const [resource = '', change] = event.split('.')
  const page = pages[resource as Resource]
  if (publicUrl === null || page === undefined || change === 'deleted' || change === 'test')
    return null
  return (
    publicUrl +
    page.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(data[key])))
  )
}
