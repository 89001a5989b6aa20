import type { PostStatus } from '#client/resources.ts'

/** What a post and its filters have: the key, or the id where the server names no keys. */
export const keyOfStatus = ({ key, id }: Pick<PostStatus, 'key' | 'id'>): string => key ?? id

export const findStatus = (statuses: readonly PostStatus[], value: string) =>
  statuses.find((one) => one.key === value || one.id === value)
