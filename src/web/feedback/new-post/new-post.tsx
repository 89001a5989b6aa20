import './new-post.css'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'

import type { ApiError } from '#client/api-error.ts'
import type { Post } from '#client/resources.ts'
import { UserPicker } from '#web/feedback/people/user-picker.tsx'
import type { UserChoice } from '#web/feedback/people/users.data.ts'
import { useFeedbackBoards, useTags } from '#web/feedback/posts/post-options.data.ts'
import { addVote } from '#web/feedback/votes/votes.data.ts'
import { newPostText as text } from '#web/messages/en/new-post.ts'
import { paths } from '#web/paths.ts'
import { useDraft } from '#web/session/mutations/drafts.ts'
import { randomId } from '#web/session/random-id.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { Field, Select, TextArea } from '#web/ui/form/field.tsx'
import { fieldErrors, submitOnCtrlEnter, useFocusFirstIssue } from '#web/ui/form/form.ts'
import { TagInput } from '#web/ui/form/tag-input.tsx'
import { PageState } from '#web/ui/page-states.tsx'
import { useTitle } from '#web/ui/page-title.tsx'
import { toast } from '#web/ui/toast.ts'
import { createPost } from './create-post.data.ts'
import { SimilarPosts } from './similar-posts.tsx'

/** A post of the team or on behalf of a user, beside the list. */
export function NewPost() {
  useTitle(text.title)
  const canWrite = useCanWrite()
  const [search] = useSearchParams()
  const filter = search.size > 0 ? `?${search}` : ''
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
  const boards = useFeedbackBoards().filter(({ archived }) => !archived)
  const tagNames = useTags().map(({ name }) => name)
  const [boardId, setBoardId] = useState(search.get('board') ?? '')
  const board = boards.find(({ id }) => id === boardId) ?? boards[0]
  const [title, setTitle, clearTitle] = useDraft('new-post:title')
  const [details, setDetails, clearDetails] = useDraft('new-post:details')
  const [tags, setTags] = useState<readonly string[]>([])
  const [author, setAuthor] = useState<UserChoice | null>(null)
  const [needsAuthor, setNeedsAuthor] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  /** `create`, or the post that gets a vote. */
  const [pending, setPending] = useState<string>()
  const [error, setError] = useState<ApiError | null>(null)
  const { form, focusFirstIssue } = useFocusFirstIssue(error)
  // A lost response: the same post is sent with the same key, not as a second one.
  const lost = useRef<{ readonly request: string; readonly key: string }>(undefined)

  const finish = (post: Post) => {
    clearTitle(title)
    clearDetails(details)
    void navigate(paths.post(post.id, filter))
  }
  const onUndo = ({ id }: Post) => {
    if (location.pathname === paths.post(id)) void navigate(paths.posts(location.search))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (offlineProps || pending || !board) return
    setSubmitted(true)
    if (title.trim() === '') return focusFirstIssue()
    const draft = { board_id: board.id, title: title.trim(), details, tags, author }
    const request = JSON.stringify(draft)
    const key = lost.current?.request === request ? lost.current.key : randomId()
    setPending('create')
    const outcome = await createPost(session, draft, key, onUndo)
    setPending(undefined)
    const isLost = outcome.state === 'error' && outcome.error.isOutcomeUnknown
    lost.current = isLost ? { request, key } : undefined
    if (outcome.state === 'error') return setError(outcome.error)
    if (outcome.state === 'created') finish(outcome.post)
  }
  const vote = async (post: Post) => {
    if (offlineProps || pending) return
    setNeedsAuthor(!author)
    if (!author) return focusFirstIssue()
    setPending(post.id)
    const outcome = await addVote(session, post, author)
    setPending(undefined)
    if (outcome.state === 'failed') return setError(outcome.error)
    if (outcome.state === 'canceled') return
    if (outcome.state === 'existing') toast({ text: text.alreadyVoted(outcome.name) })
    finish(post)
  }

  const refused = fieldErrors(error)
  const titleIssue = isSubmitted && title.trim() === '' ? text.titleRequired : refused['title']
  return (
    <form
      ref={form}
      noValidate
      aria-label={text.title}
      className="new-post"
      onSubmit={(event) => void submit(event)}
      onKeyDown={submitOnCtrlEnter}
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
        <p role="status">{text.noBoards}</p>
      )}
      <Field
        label={text.postTitle}
        value={title}
        issue={titleIssue}
        autoComplete="off"
        autoFocus
        onChange={({ target }) => (setError(null), setTitle(target.value))}
      />
      <SimilarPosts title={title} pendingId={pending} onVote={(post) => void vote(post)} />
      <TextArea
        label={text.details}
        hint={text.detailsHint}
        value={details}
        issue={refused['details']}
        onChange={({ target }) => (setError(null), setDetails(target.value))}
      />
      <TagInput
        label={text.tags}
        values={tags}
        suggestions={tagNames}
        placeholder={text.tagsPlaceholder}
        maxLength={100}
        issue={refused['tags']}
        onChange={(values) => (setError(null), setTags(values))}
      />
      <UserPicker
        label={text.user}
        value={author}
        issue={needsAuthor && !author ? text.chooseUser : refused['user_id']}
        onChange={(choice) => (setError(null), setAuthor(choice))}
      />
      <p className="new-post-hint">{text.userHint}</p>
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
          busy={pending === 'create'}
          disabled={!board}
        >
          {text.create}
        </Button>
      </div>
    </form>
  )
}
