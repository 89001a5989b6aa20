import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { Post } from '#client/resources.ts'
import { ownChanges } from '#web/feedback/posts/cached-posts.ts'
import { postQuery } from '#web/feedback/posts/posts.data.ts'
import { useDeviceEntry } from '#web/session/device-entry.ts'
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

/** Tells which posts changed since they were last opened, or changed, on this device. */
export function useOpenedPosts(openId: string | undefined): (post: Post) => boolean {
  const [entry, update] = useDeviceEntry('inbox-opened')
  const open = useQuery({ ...postQuery(openId ?? ''), enabled: openId !== undefined }).data
  const openAt = open?.updated_at
  const own = ownChanges.useValue()
  useEffect(() => {
    update((text) => {
      const opened = parseOpened(text) ?? { since: now().toISOString(), posts: [] }
      const read = new Map(own)
      if (openId !== undefined && openAt !== undefined) read.set(openId, openAt)
      const times = new Map(opened.posts)
      for (const [id, at] of read) {
        if (Date.parse(times.get(id) ?? '') >= Date.parse(at)) continue
        times.delete(id)
        times.set(id, at)
      }
      return JSON.stringify({ ...opened, posts: [...times].slice(-MAX_POSTS) })
    })
  }, [update, openId, openAt, own])
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
