import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Post } from '#client/resources.ts'
import { totalVotes } from '#contract/feedback/votes.rules.ts'
import { mergePostText as text } from '#web/messages/en/merge-post.ts'
import { useDebouncedText } from '#web/query/use-debounced-text.ts'
import type { ComboboxOption } from '#web/ui/form/combobox.rules.ts'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { postSearchQuery } from './posts.data.ts'

interface PostOption extends ComboboxOption {
  readonly post: Post
}

interface PostPickerProps {
  label: string
  /** A post that cannot be chosen. */
  omitId?: string
  value: Post | null
  onChange: (post: Post | null) => void
  issue: string | undefined
}

/** Chooses another post by words of its title. */
export function PostPicker({ label, omitId, value, onChange, issue }: PostPickerProps) {
  const [typed, setTyped] = useState('')
  const search = typed.trim().slice(0, 200)
  const settled = useDebouncedText(search)
  const query = useQuery({ ...postSearchQuery(settled), placeholderData: keepPreviousData })
  const isCurrent = settled === search && query.isSuccess && !query.isPlaceholderData
  const options = (query.data?.data ?? [])
    .filter(({ id, merged_into_id }) => id !== omitId && !merged_into_id)
    .map(optionOf)
  return (
    <Combobox
      label={label}
      placeholder={text.placeholder}
      autoFocus
      value={value && optionOf(value)}
      options={options}
      issue={issue}
      onSearch={setTyped}
      status={query.isError ? 'failed' : isCurrent ? 'ready' : 'loading'}
      onRetry={() => void query.refetch()}
      onChange={(option) => onChange(option?.post ?? null)}
    />
  )
}

function optionOf(post: Post): PostOption {
  const total = totalVotes(post)
  const detail = total === undefined ? {} : { detail: text.votes(total) }
  return { id: post.id, label: post.title, ...detail, post }
}
