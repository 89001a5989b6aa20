import { type FormEvent, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom'

import type { ApiError } from '#client/api-error.ts'
import type { Post } from '#client/resources.ts'
import { UserPicker } from '#web/feedback/people/user-picker.tsx'
import { identifyChoice, type UserChoice } from '#web/feedback/people/users.data.ts'
import { addVote } from '#web/feedback/post/votes.data.ts'
import { recordCreation } from '#web/feedback/posts/post-changes.data.ts'
import { useBoardList, useTags } from '#web/feedback/posts/post-options.data.ts'
import { messages } from '#web/messages/en/app.ts'
import { newPostText as text } from '#web/messages/en/new-post.ts'
import { paths } from '#web/paths.ts'
import { useDraft } from '#web/session/mutations/drafts.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { formatLoadError, formatSaveError } from '#web/ui/error-message.ts'
import { leaveText } from '#web/ui/focus-return.ts'
import { Field, Select, TextArea } from '#web/ui/form/field.tsx'
import { fieldErrors, submitOnCtrlEnter, useFocusFirstIssue } from '#web/ui/form/form.ts'
import { TagInput } from '#web/ui/form/tag-input.tsx'
import { PageState } from '#web/ui/page-states.tsx'
import { useTitle } from '#web/ui/page-title.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { SimilarPosts } from './similar-posts.tsx'

/** A post of the team or on behalf of a user, beside the list. */
export function NewPost() {
  useTitle(text.title)
  const canWrite = useCanWrite()
  const { search: filter } = useLocation()
  if (canWrite) return <NewPostForm filter={filter} />
  return (
    <PageState
      state="missing"
      isPage
      title={text.readOnly}
      action={
        <Link to={paths.posts(filter)} className={buttonClass()}>
          {text.back}
        </Link>
      }
    >
      {text.readOnlyDescription}
    </PageState>
  )
}

function NewPostForm({ filter }: { filter: string }) {
  const session = useSession()
  const navigate = useNavigate()
  const offlineProps = useOfflineProps()
  const [search] = useSearchParams()
  const boardList = useBoardList()
  const boards = boardList.boards.filter(({ archived }) => !archived)
  const tagNames = useTags().map(({ name }) => name)
  const [boardId, setBoardId] = useState(search.get('board') ?? '')
  // The filter of the list may name a board by its slug.
  const board = boards.find(({ id, slug }) => id === boardId || slug === boardId) ?? boards[0]
  const [title, setTitle, clearTitle] = useDraft('new-post:title')
  const [details, setDetails, clearDetails] = useDraft('new-post:details')
  const [tags, setTags] = useState<readonly string[]>([])
  const [author, setAuthor] = useState<UserChoice | null>(null)
  const [needsAuthor, setNeedsAuthor] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const [votedId, setVotedId] = useState<string>()
  const [isIdentifying, setIdentifying] = useState(false)
  /** Of identifying the author, or of a vote. */
  const [otherError, setOtherError] = useState<ApiError | null>(null)
  const create = useEndpointMutation('POST /feedback/posts')
  const error = otherError ?? create.error
  const isPending = isIdentifying || create.isPending
  const { form, focusFirstIssue } = useFocusFirstIssue(error)

  const finish = (post_id: string) => {
    clearTitle(title)
    clearDetails(details)
    void navigate(paths.post(post_id, filter))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (offlineProps || votedId || !board || isPending) return
    setSubmitted(true)
    setOtherError(null)
    if (title.trim() === '') return focusFirstIssue()
    setIdentifying(true)
    const user = author && (await identifyChoice(session, author))
    setIdentifying(false)
    if (user?.state === 'error') return setOtherError(user.error)
    if (user && user.state !== 'success') return
    const result = await create.send({
      board_id: board.id,
      title: title.trim(),
      ...(details.trim() !== '' && { details }),
      ...(tags.length > 0 && { tags: [...tags] }),
      ...(user && { user_id: user.output.id }),
    })
    if (result.state !== 'success') return
    const { id } = result.output
    recordCreation(session, result.output, result.request, () => {
      if (location.pathname === paths.post(id)) void navigate(paths.posts(location.search))
    })
    finish(id)
  }
  const vote = async (post: Post) => {
    if (offlineProps || votedId || isPending) return
    setNeedsAuthor(!author)
    setOtherError(null)
    if (!author) return focusFirstIssue()
    setVotedId(post.id)
    const outcome = await addVote(session, post, author)
    setVotedId(undefined)
    if (outcome.state === 'failed') return setOtherError(outcome.error)
    if (outcome.state === 'canceled') return
    if (outcome.state === 'existing') toast({ text: text.alreadyVoted(outcome.name) })
    finish(post.id)
  }

  const refused = fieldErrors(error)
  const titleIssue = isSubmitted && title.trim() === '' ? text.titleRequired : refused['title']
  return (
    <form
      ref={form}
      noValidate
      aria-label={text.title}
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-6 py-5 *:w-full *:max-w-160 *:flex-none [&_textarea]:min-h-32"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        submitOnCtrlEnter(event)
        if (event.key === 'Escape' && !event.defaultPrevented && !event.nativeEvent.isComposing)
          leaveText()
      }}
    >
      <h1 tabIndex={-1} className="font-display text-detail">
        {text.title}
      </h1>
      {board ? (
        <Select
          label={text.board}
          value={board.id}
          options={boards.map(({ id, name }) => ({ value: id, label: name }))}
          issue={refused['board_id']}
          onChange={({ target }) => setBoardId(target.value)}
        />
      ) : (
        <p role="status">
          {boardList.error
            ? formatLoadError(boardList.error)
            : boardList.isLoading
              ? text.loadingBoards
              : text.noBoards}
          {boardList.error && (
            <Button size="small" onClick={boardList.retry}>
              {messages.app.tryAgain}
            </Button>
          )}
        </p>
      )}
      <Field
        label={text.postTitle}
        value={title}
        issue={titleIssue}
        autoComplete="off"
        autoFocus
        data-autofocus
        onChange={({ target }) => setTitle(target.value)}
      />
      <SimilarPosts title={title} pendingId={votedId} onVote={(post) => void vote(post)} />
      <TextArea
        label={text.details}
        hint={text.detailsHint}
        value={details}
        issue={refused['details']}
        onChange={({ target }) => setDetails(target.value)}
      />
      <TagInput
        label={text.tags}
        values={tags}
        suggestions={tagNames}
        placeholder={text.tagsPlaceholder}
        maxLength={100}
        issue={refused['tags']}
        onChange={(values) => setTags(values)}
      />
      <UserPicker
        label={text.user}
        value={author}
        issue={needsAuthor && !author ? text.chooseUser : refused['user_id']}
        onChange={(choice) => setAuthor(choice)}
      />
      <p className="-mt-2 text-meta text-ink-3">{text.userHint}</p>
      {error && (
        <p role="alert" className="text-bad-ink">
          {formatSaveError(error, { textKept: true })}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Link to={paths.posts(filter)} className={buttonClass()}>
          {text.cancel}
        </Link>
        <Button
          {...offlineProps}
          type="submit"
          variant="primary"
          busy={isPending}
          disabled={!board}
        >
          {text.create}
        </Button>
      </div>
    </form>
  )
}
