import { plural } from '#web/messages/plural.ts'

/** In the sidebar, beside the names of pages. */
export const navCountsText = {
  drafts: (count: number) => plural(count, { one: '# draft', other: '# drafts' }),
  openPosts: (count: number) => plural(count, { one: '# open post', other: '# open posts' }),
}
