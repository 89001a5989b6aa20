import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import type { Board, Post } from '#client/resources.ts'
import { postCardsText as text } from '#web/messages/en/post-cards.ts'
import { paths } from '#web/paths.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { formatLoadError } from '#web/ui/error-message.ts'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Field, Select, TextArea } from '#web/ui/form/field.tsx'
import { fieldErrors } from '#web/ui/form/form.ts'
import { openBoardPages, recordCreation } from './post-cards.data.ts'

interface CreateCardDialogProps {
  post: Post
  onClose: () => void
}

const listsOf = ({ lists }: Board) => lists.filter(({ archived }) => !archived)

/** Creates a card of a post: its title and details are offered as name and notes. */
export function CreateCardDialog({ post, onClose }: CreateCardDialogProps) {
  const session = useSession()
  const query = useInfiniteQuery(openBoardPages())
  useAllPages(query, true)
  const boards = (query.data?.pages ?? [])
    .flatMap(({ data }) => data)
    .filter((board) => listsOf(board).length > 0)
  const [boardId, setBoardId] = useState('')
  const [listId, setListId] = useState('')
  const board = boards.find(({ id }) => id === boardId) ?? boards[0]
  const lists = board ? listsOf(board) : []
  const list = lists.find(({ id }) => id === listId) ?? lists[0]
  const [first] = useState({ name: post.title, notes: post.details ?? '' })
  const [name, setName] = useState(first.name)
  const [notes, setNotes] = useState(first.notes)
  const [isSubmitted, setSubmitted] = useState(false)
  const { send, ...save } = useEndpointMutation('POST /boards/:board_id/cards')

  const submit = async (close: () => boolean) => {
    if (!board || !list) return
    const result = await send({
      board_id: board.id,
      list_id: list.id,
      name: name.trim(),
      description: notes.trim() === '' ? null : notes,
      post_id: post.id,
    })
    if (result.state !== 'success') return
    recordCreation(session, result.output, result.request)
    close()
  }

  const refused = fieldErrors(save.error)
  const nameIssue = isSubmitted && name.trim() === '' ? text.nameRequired : refused['name']
  return (
    <DialogForm
      title={text.dialog}
      submitLabel={text.create}
      isTextKept
      isDirty={name !== first.name || notes !== first.notes}
      isDisabled={!list}
      save={save}
      validate={() => (setSubmitted(true), name.trim() !== '')}
      onSubmit={submit}
      onClose={onClose}
    >
      {board && list ? (
        <>
          <Select
            label={text.board}
            value={board.id}
            options={boards.map(({ id, name: label }) => ({ value: id, label }))}
            onChange={({ target }) => setBoardId(target.value)}
          />
          <Select
            label={text.cardList}
            value={list.id}
            options={lists.map(({ id, name: label }) => ({ value: id, label }))}
            issue={refused['list_id']}
            onChange={({ target }) => setListId(target.value)}
          />
        </>
      ) : (
        <p role="status">
          {query.error
            ? formatLoadError(query.error)
            : query.isPending || query.hasNextPage
              ? text.loadingBoards
              : text.noBoards}{' '}
          {query.error ? (
            <Button size="small" onClick={() => void query.refetch()}>
              {text.retry}
            </Button>
          ) : (
            query.isSuccess &&
            !query.hasNextPage && <Link to={paths.boards()}>{text.toBoards}</Link>
          )}
        </p>
      )}
      <Field
        label={text.name}
        value={name}
        issue={nameIssue}
        autoComplete="off"
        maxLength={512}
        data-autofocus
        onChange={({ target }) => setName(target.value)}
      />
      <div className="[&_textarea]:max-h-60">
        <TextArea
          label={text.notes}
          value={notes}
          issue={refused['description']}
          maxLength={50_000}
          onChange={({ target }) => setNotes(target.value)}
        />
      </div>
    </DialogForm>
  )
}
