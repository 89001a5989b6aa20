import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { createBoardText } from '#web/messages/en/boards.ts'
import { paths } from '#web/paths.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Field, TextArea } from '#web/ui/form/field.tsx'
import { fieldErrors, useFieldValidation } from '#web/ui/form/form.ts'
import { parseLists } from './create-board.rules.ts'

export function CreateBoardDialog({ onClose }: { onClose: () => void }) {
  const create = useEndpointMutation('POST /boards')
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const nameCheck = useFieldValidation(name, nameIssue)
  const [lists, setLists] = useState(defaultLists)
  const [completes, setCompletes] = useState(true)
  const issues = fieldErrors(create.error)

  const submit = async (close: () => boolean) => {
    const result = await create.send({
      name: name.trim(),
      lists: parseLists(lists, completes),
    })
    if (result.state === 'success' && close()) void navigate(paths.board(result.output.id))
  }

  return (
    <DialogForm
      title={createBoardText.title}
      submitLabel={createBoardText.create}
      isTextKept
      isDirty={name.trim() !== '' || lists !== defaultLists}
      save={create}
      validate={nameCheck.validate}
      onEarlyText={setName}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={createBoardText.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onBlur={nameCheck.onBlur}
        data-autofocus
        maxLength={255}
        autoComplete="off"
        issue={nameCheck.issue ?? issues['name']}
      />
      <TextArea
        label={createBoardText.lists}
        hint={createBoardText.listsHint}
        issue={issues['lists']}
        rows={3}
        value={lists}
        onChange={({ target }) => setLists(target.value)}
      />
      <Checkbox
        label={createBoardText.completes}
        checked={completes}
        onChange={({ target }) => setCompletes(target.checked)}
      />
    </DialogForm>
  )
}

const defaultLists = createBoardText.defaultLists.join('\n')

const nameIssue = (name: string) => (name.trim() ? undefined : createBoardText.nameRequired)
