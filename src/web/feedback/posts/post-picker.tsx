import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Post } from '#client/resources.ts'
import { totalVotes } from '#contract/feedback/votes.rules.ts'
import { mergePostText as text } from '#web/messages/en/merge-post.ts'
import { useDebouncedText } from '#web/query/use-debounced-text.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import type { ComboboxOption } from '#web/ui/form/combobox.rules.ts'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { postSearchQuery, similarPostsQuery } from './posts.data.ts'

interface PostOption extends ComboboxOption {
  readonly post: Post
}

interface PostPickerProps {
  label: string
  /** A post that cannot be chosen; those like it come first. */
  original?: Post
  value: Post | null
  onChange: (post: Post | null) => void
  issue: string | undefined
}

/** Chooses another post by words of its title. */
export function PostPicker({ label, original, value, onChange, issue }: PostPickerProps) {
  const [typed, setTyped] = useState('')
  const isRanked = useCapability('posts.similar')
  const search = typed.trim().slice(0, 200)
  const settled = useDebouncedText(search)
  const query = useQuery({ ...postSearchQuery(settled), placeholderData: keepPreviousData })
  const similar = useQuery({
    ...similarPostsQuery(original?.title ?? ''),
    enabled: isRanked && original !== undefined,
  })
  const isCurrent = settled === search && query.isSuccess && !query.isPlaceholderData
  const suggested = settled === '' ? (similar.data?.data ?? []) : []
  const hasSimilar = (similar.data?.data ?? []).some(({ id }) => id !== original?.id)
  const hint = similar.isError
    ? text.similarFailed
    : hasSimilar
      ? text.similarFirst
      : text.newestFirst
  const ids = new Set([original?.id, ...suggested.map(({ id }) => id)])
  const options = [
    ...suggested.map((post) => optionOf(post, post.match)),
    ...(query.data?.data ?? [])
      .filter(({ id, merged_into_id }) => !ids.has(id) && !merged_into_id)
      .map((post) => optionOf(post)),
  ].filter(({ id }) => id !== original?.id)
  return (
    <Combobox
      label={label}
      placeholder={text.placeholder}
      hint={original && hint}
      autoFocus
      value={value && optionOf(value)}
      options={options}
      issue={issue}
      onSearch={setTyped}
      // Without the similar ones, the first option would change under the pointer.
      status={
        query.isError
          ? 'failed'
          : isCurrent && !(settled === '' && similar.isLoading)
            ? 'ready'
            : 'loading'
      }
      onRetry={() => void query.refetch()}
      onChange={(option) => onChange(option?.post ?? null)}
    />
  )
}

function optionOf(post: Post, match: readonly string[] = []): PostOption {
  const total = totalVotes(post)
  const parts = [
    ...(total === undefined ? [] : [text.votes(total)]),
    ...(match.length > 0 ? [text.shares(match.slice(0, 3))] : []),
  ]
  const detail = parts.length > 0 ? { detail: parts.join(' · ') } : {}
  return { id: post.id, label: post.title, ...detail, post }
}
