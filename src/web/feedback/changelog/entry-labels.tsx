import { useInfiniteQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'

import type { ResponseItem } from '#contract/endpoints.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'

type ChangelogLabel = ResponseItem<'GET /feedback/changelog/labels'>

const labelPages = () => endpointPages('GET /feedback/changelog/labels', {})

/** Every label of the changelog; undefined until all are loaded. */
function useLabels(): readonly ChangelogLabel[] | undefined {
  const query = useInfiniteQuery(labelPages())
  useAllPages(query, true)
  return query.data && !query.hasNextPage ? query.data.pages.flatMap(({ data }) => data) : undefined
}

/** The labels of an entry. A label that was deleted is left out. */
export function EntryLabels({ ids }: { ids: readonly string[] | undefined }) {
  const labels = useLabels()
  const own = (ids ?? []).flatMap((id) => labels?.find((label) => label.id === id) ?? [])
  return own.map((label) => <LabelChip key={label.id} label={label} />)
}

/** Name and color mark: color is never the only cue. */
const LabelChip = ({ label }: { label: Pick<ChangelogLabel, 'name' | 'color'> }) => (
  <span className="changelog-label" style={colorsOf(label.color)}>
    {label.name}
  </span>
)

/** A color of tokens.css by its name; any other value only colors the mark. */
function colorsOf(color = 'gray'): CSSProperties & Record<`--${string}`, string> {
  const name = color.startsWith('#') ? 'gray' : color
  return {
    '--chip-bg': `var(--label-${name}-bg, var(--label-gray-bg))`,
    '--chip-ink': `var(--label-${name}-ink, var(--label-gray-ink))`,
    '--chip-dot': color.startsWith('#') ? color : `var(--label-${name}-dot, var(--label-gray-dot))`,
  }
}
