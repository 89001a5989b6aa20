import type { ChangelogLabel } from '#client/resources.ts'
import { changelogLabelsText as text } from '#web/messages/en/changelog-labels.ts'
import type { KeySession } from '#web/session/session.ts'

interface LabelFields {
  readonly name: string
  readonly color: string
}

/** Creates a label. Resolves with the result: after an error the caller keeps the name. */
export function createLabel(session: KeySession, fields: LabelFields) {
  const request = session.mutate('POST /feedback/changelog/labels', fields, {
    scope: 'changelog-labels',
    silent: true,
    undo: {
      label: text.created(fields.name),
      undo: async () => {
        const result = await request
        if (result.state === 'success') void deleteLabel(session, result.output)
      },
    },
  })
  return request
}

/** Renames or recolors a label. */
export const editLabel = (
  session: KeySession,
  label: ChangelogLabel,
  changes: Partial<LabelFields>,
) =>
  session.mutate(
    'PATCH /feedback/changelog/labels/:label_id',
    { label_id: label.id, ...changes },
    {
      scope: 'changelog-labels',
      silent: true,
      undo: {
        label: text.edited(label.name),
        undo: () =>
          void session.mutate(
            'PATCH /feedback/changelog/labels/:label_id',
            {
              label_id: label.id,
              ...(changes.name !== undefined && { name: label.name }),
              ...(changes.color !== undefined && { color: label.color ?? null }),
            },
            { scope: 'changelog-labels' },
          ),
      },
    },
  )

export const deleteLabel = (session: KeySession, { id }: Pick<ChangelogLabel, 'id'>) =>
  session.mutate(
    'DELETE /feedback/changelog/labels/:label_id',
    { label_id: id },
    { scope: 'changelog-labels', silent: true },
  )
