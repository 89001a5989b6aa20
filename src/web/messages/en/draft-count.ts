import { plural } from '#web/messages/plural.ts'

/** In the sidebar, beside the changelog. */
export const draftCountText = (count: number) =>
  plural(count, { one: '# draft', other: '# drafts' })
