import type { PostStatus, PostTag } from '#client/resources.ts'
import { formatStatus } from '#web/ui/pill.tsx'

/** What a post and its filters have: the key, or the id where the server names no keys. */
export const keyOfStatus = ({ key, id }: Pick<PostStatus, 'key' | 'id'>): string => key ?? id

export const findStatus = (statuses: readonly PostStatus[], value: string) =>
  statuses.find((one) => one.key === value || one.id === value)

/** A status that is not in the list is readable. */
export const formatPostStatus = (statuses: readonly PostStatus[], value: string): string =>
  findStatus(statuses, value)?.name ?? formatStatus(value)

/** What a tag looks like; a server may omit its color. */
export const tagLabel = ({ name, color }: Pick<PostTag, 'name' | 'color'>) => ({
  name,
  color: color ?? 'gray',
})

const MAX_TAG = 100

/** A new tag, no longer than the server stores it. It is cut between characters, not inside of one. */
export const toTagName = (name: string): string => [...name].slice(0, MAX_TAG).join('')

/** What a tag of a post looks like, also while the list of tags is loading. */
export const tagLabelOf = (name: string, tags: readonly PostTag[]) =>
  tagLabel(tags.find((tag) => tag.name === name) ?? { name })
