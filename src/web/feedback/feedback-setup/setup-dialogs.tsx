import { useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { PostStatus } from '#client/resources.ts'
import { nameKey } from '#contract/names.rules.ts'
import { feedbackSetupText } from '#web/messages/en/feedback-setup.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useSession } from '#web/session/session.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Field, TextArea } from '#web/ui/form/field.tsx'
import { fieldErrors } from '#web/ui/form/form.ts'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { ColorField } from '#web/ui/label/label-form.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Changes, getItems, type Items, type Kind } from './setup-resources.ts'
import { createOptions, editItem } from './setup.data.ts'

const { form: text, changes: changeText } = feedbackSetupText

type Category = NonNullable<PostStatus['category']>
const categories: readonly Category[] = ['open', 'active', 'done', 'closed']

/** Those that the pill of a status tells apart. */
const statusColors = ['gray', 'yellow', 'blue', 'purple', 'green', 'red'] as const

/** The fields of every kind; a form shows those of its own. */
interface Draft {
  readonly name: string
  readonly color: string
  readonly description: string
  readonly isPrivate: boolean
  readonly category: Category
}

const emptyDraft: Draft = {
  name: '',
  color: 'gray',
  description: '',
  isPrivate: false,
  category: 'open',
}

const toDraft = (item: Partial<Items['boards'] & Items['statuses'] & Items['tags']>): Draft => ({
  name: item.name ?? '',
  color: item.color ?? 'gray',
  description: item.description ?? '',
  isPrivate: item.private ?? false,
  category: item.category ?? 'open',
})

const toFields: {
  readonly [K in Kind]: (draft: Draft) => Changes<K> & { readonly name: string }
} = {
  boards: ({ name, description, isPrivate }) => ({
    name: name.trim(),
    description: description.trim() === '' ? null : description,
    private: isPrivate,
  }),
  statuses: ({ name, color, category }) => ({ name: name.trim(), color, category }),
  tags: ({ name, color }) => ({ name: name.trim(), color }),
}

interface EditDialogProps<K extends Kind> {
  kind: K
  /** Undefined: a new one. */
  item: Items[K] | undefined
  onClose: () => void
}

/** Creates a board, status or tag, or edits its fields. */
export function EditDialog<K extends Kind>({ kind, item, onClose }: EditDialogProps<K>) {
  const session = useSession()
  const [first] = useState(() => (item ? toDraft(item) : emptyDraft))
  const [draft, setDraft] = useState(first)
  const [isSubmitted, setSubmitted] = useState(false)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const create = useCreation(kind)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(first)

  const name = draft.name.trim()
  const isTaken =
    (kind !== 'boards' &&
      getItems(session, kind).some(
        (one) => one.id !== item?.id && nameKey(one.name) === nameKey(name),
      )) ||
    (error?.details.some(({ code }) => code === 'name_taken') ?? false)
  const nameIssue = name === '' ? text.nameRequired : isTaken ? text.nameTaken(kind) : undefined
  const change = (values: Partial<Draft>) => {
    setError(null)
    setDraft({ ...draft, ...values })
  }

  const save = (fields: Changes<K> & { readonly name: string }) => {
    if (!item) return create(fields)
    const changes = differences(fields, toFields[kind](first))
    return editItem(session, kind, item, changes, { silent: true })
  }
  const submit = async (close: () => boolean) => {
    if (item && !isDirty) return onClose()
    setPending(true)
    const outcome = await save(toFields[kind](draft))
    setPending(false)
    if (outcome.state === 'error') return setError(outcome.error)
    if (outcome.state === 'gone') toast({ text: changeText.gone(kind, draft.name), tone: 'bad' })
    if (outcome.state !== 'canceled') close()
  }

  const refused = fieldErrors(error)
  return (
    <DialogForm
      title={item ? text.editTitle(kind, item.name) : feedbackSetupText.kinds[kind].create}
      submitLabel={item ? text.save : text.create(kind)}
      isTextKept
      isDirty={isDirty}
      save={{ error, isPending }}
      {...(isTaken && { alert: null })}
      validate={() => (setSubmitted(true), nameIssue === undefined)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={text.name}
        value={draft.name}
        issue={refused['name'] ?? (isSubmitted ? nameIssue : undefined)}
        maxLength={kind === 'tags' ? 100 : 255}
        autoComplete="off"
        data-autofocus
        onChange={({ target }) => change({ name: target.value })}
      />
      {kind === 'boards' && (
        <>
          <TextArea
            label={text.description}
            hint={text.descriptionHint}
            value={draft.description}
            issue={refused['description']}
            rows={3}
            onChange={({ target }) => change({ description: target.value })}
          />
          <Checkbox
            label={text.private}
            hint={text.privateHint}
            checked={draft.isPrivate}
            onChange={({ target }) => change({ isPrivate: target.checked })}
          />
        </>
      )}
      {kind !== 'boards' && (
        <ColorField
          value={draft.color}
          {...(kind === 'statuses' && { colors: statusColors })}
          onChange={(color) => change({ color })}
        />
      )}
      {kind === 'statuses' && (
        <RadioList
          legend={text.category}
          options={categories.map((value) => ({
            value,
            label: feedbackSetupText.categories[value],
            hint: text.categoryHints[value],
          }))}
          value={draft.category}
          onChange={(category) => change({ category })}
        />
      )}
    </DialogForm>
  )
}

const differences = <T extends object>(fields: T, before: T): T =>
  // Each field is optional.
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== Reflect.get(before, name)),
  ) as T

function useCreation<K extends Kind>(kind: K) {
  const session = useSession()
  const { send: sendBoard } = useEndpointMutation('POST /feedback/boards')
  const { send: sendStatus } = useEndpointMutation('POST /feedback/statuses')
  const { send: sendTag } = useEndpointMutation('POST /feedback/tags')
  type Creations = {
    readonly [P in Kind]: (
      fields: Changes<P> & { readonly name: string },
    ) => ReturnType<typeof sendTag | typeof sendStatus | typeof sendBoard>
  }
  const creations: Creations = {
    boards: (fields) => sendBoard(fields, createOptions(session, 'boards', fields.name)),
    statuses: (fields) => sendStatus(fields, createOptions(session, 'statuses', fields.name)),
    tags: (fields) => sendTag(fields, createOptions(session, 'tags', fields.name)),
  }
  return creations[kind]
}
