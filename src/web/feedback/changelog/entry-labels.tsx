import type { ChangelogLabel } from '#client/resources.ts'
import { LabelChip } from '#web/ui/label/label-chip.tsx'
import { useLabels } from './labels.data.ts'

/** A label as a chip has it. */
export const chipOf = ({ name, color = 'gray' }: ChangelogLabel) => ({ name, color })

/** The labels of an entry to read. A label that was deleted is left out. */
export function EntryLabels({ ids }: { ids: readonly string[] | undefined }) {
  const labels = useLabels()
  const own = (ids ?? []).flatMap((id) => labels?.find((label) => label.id === id) ?? [])
  return own.map((label) => <LabelChip key={label.id} label={chipOf(label)} />)
}
