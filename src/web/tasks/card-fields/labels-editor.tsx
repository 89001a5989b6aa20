import { useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { Board, Card, Label } from '#client/resources.ts'
import { labelColor } from '#contract/label-color.rules.ts'
import { cardFieldText as text } from '#web/messages/en/card-fields.ts'
import { cardSelectionText as selectionText } from '#web/messages/en/card-selection.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { createLabel } from '#web/tasks/boards/edit-labels.data.ts'
import { type CardEdit, sharedState } from '#web/tasks/card-changes/card-edit.rules.ts'
import { formatSaveError } from '#web/ui/error-message.ts'
import { OptionToggles } from '#web/ui/form/option-toggles.tsx'
import { formatLabelName, LabelChip } from '#web/ui/label/label-chip.tsx'

/** The server stores so many labels and members of a card. */
export const MAX_PER_CARD = 50

export interface FieldEditorProps {
  /** One card, or several that are changed together. */
  cards: readonly Card[]
  board: Board
  onChange: (edit: CardEdit) => void
}

/** The labels of the board, switched on or off. Where the server allows it a new one is created in place. */
export function LabelsEditor({ cards, board, onChange }: FieldEditorProps) {
  const session = useSession()
  const canCreate = useCapability('boards.write')
  const [error, setError] = useState<ApiError>()
  const options = board.labels.map((label) => ({
    id: label.id,
    label: formatLabelName(label),
    chip: { ...label, name: formatLabelName(label) },
  }))
  const isFull = cards.some((card) => (card.label_ids ?? []).length >= MAX_PER_CARD)

  const onCreate = async (name: string) => {
    setError(undefined)
    const draft = { name: name.slice(0, 255), color: leastUsedColor(board.labels) }
    const result = await createLabel(session, board.id, draft)
    if (result.state === 'success') onChange({ add_label_ids: [result.output.id] })
    else if (result.state === 'error') setError(result.error)
  }
  return (
    <OptionToggles
      label={text.labels}
      searchLabel={text.findLabel}
      options={options}
      stateOf={({ id }) => sharedState(cards, (card) => (card.label_ids ?? []).includes(id))}
      onToggle={({ id }, isAdded) =>
        onChange(isAdded ? { add_label_ids: [id] } : { remove_label_ids: [id] })
      }
      formatToggle={
        cards.length > 1
          ? ({ label }, isAdded) =>
              (isAdded ? selectionText.labelAdded : selectionText.labelRemoved)(cards.length, label)
          : undefined
      }
      renderOption={({ chip }) => <LabelChip label={chip} />}
      onCreate={canCreate ? (name) => void onCreate(name) : undefined}
      formatCreate={text.createLabel}
      message={error ? formatSaveError(error) : isFull ? text.tooMany(MAX_PER_CARD) : undefined}
      emptyMessage={text.noLabels}
    />
  )
}

const newColors = ['green', 'blue', 'purple', 'orange', 'pink', 'teal', 'red', 'yellow'] as const

function leastUsedColor(labels: readonly Label[]): string {
  const countOf = (color: string) =>
    labels.filter((label) => labelColor(label.color) === color).length
  return newColors.reduce((best, color) => (countOf(color) < countOf(best) ? color : best))
}
