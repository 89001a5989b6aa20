import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { Post } from '#client/resources.ts'
import { postQuery } from '#web/feedback/posts/posts.data.ts'
import { useDeviceEntry } from '#web/session/saved-views/device-entry.ts'
import { parseEntry } from '#web/session/storage.ts'
import { now } from '#web/ui/server-time.ts'

/** The last posts that were opened; older ones count from the first visit again. */
const MAX_POSTS = 1000

interface Opened {
  /** The first visit of the inbox on this device. */
  readonly since: string
  /** The `updated_at` that was read, oldest visit first. */
  readonly posts: readonly (readonly [id: string, updated_at: string])[]
}

/** Tells which posts changed since they were last opened on this device. */
export function useOpenedPosts(openId: string | undefined): (post: Post) => boolean {
  const [entry, update] = useDeviceEntry('inbox-opened')
  const open = useQuery({ ...postQuery(openId ?? ''), enabled: openId !== undefined }).data
  const openAt = open?.updated_at
  useEffect(() => {
    update((text) => {
      const opened = parseOpened(text) ?? { since: now().toISOString(), posts: [] }
      if (openId === undefined || openAt === undefined) return JSON.stringify(opened)
      const others = opened.posts.filter(([id]) => id !== openId)
      return JSON.stringify({
        ...opened,
        posts: [...others, [openId, openAt]].slice(-MAX_POSTS),
      })
    })
  }, [update, openId, openAt])
  const opened = parseOpened(entry)
  const times = new Map(opened?.posts)
  return ({ id, updated_at }) => {
    if (!opened || !updated_at || id === openId) return false
    return Date.parse(updated_at) > Date.parse(times.get(id) ?? opened.since)
  }
}

function parseOpened(text: string): Opened | undefined {
  const value = parseEntry(text || null)
  if (typeof value !== 'object' || value === null) return undefined
  const since: unknown = Reflect.get(value, 'since')
  const posts: unknown = Reflect.get(value, 'posts')
  if (typeof since !== 'string' || !Array.isArray(posts)) return undefined
  return { since, posts: posts.filter(isPair) }
}

const isPair = (value: unknown): value is readonly [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')
