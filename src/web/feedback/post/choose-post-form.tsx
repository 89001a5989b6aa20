import { type FormEvent, type ReactNode, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { Post } from '#client/resources.ts'
import { PostPicker } from '#web/feedback/posts/post-picker.tsx'
import { messages } from '#web/messages/en/app.ts'
import { mergePostText as text } from '#web/messages/en/merge-post.ts'
import { Button } from '#web/ui/button.tsx'
import { submitOnCtrlEnter, useFocusFirstIssue } from '#web/ui/form/form.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'

interface ChoosePostFormProps {
  post: Post
  submitLabel: string
  isPending: boolean
  /** Why it was not saved, in words; `error` names the field. */
  issue: string | undefined
  error?: ApiError | null
  onSubmit: (target: Post) => void
  onClose: () => void
  children: (target: Post | null) => ReactNode
}

/** Asks for another post, and passes it to `onSubmit`. */
export function ChoosePostForm(props: ChoosePostFormProps) {
  const { post, submitLabel, isPending, issue, error, onSubmit, onClose, children } = props
  const offlineProps = useOfflineProps()
  const [target, setTarget] = useState<Post | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const { form, focusFirstIssue } = useFocusFirstIssue(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (offlineProps || isPending) return
    setSubmitted(true)
    if (target) onSubmit(target)
    else focusFirstIssue()
  }
  return (
    <form
      ref={form}
      noValidate
      className="post-form"
      onSubmit={submit}
      onKeyDown={submitOnCtrlEnter}
    >
      <PostPicker
        label={text.target}
        omitId={post.id}
        value={target}
        onChange={setTarget}
        issue={isSubmitted && !target ? text.choose : undefined}
      />
      {children(target)}
      {issue && (
        <p role="alert" className="text-bad-ink">
          {issue}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{messages.app.cancel}</Button>
        <Button {...offlineProps} type="submit" variant="primary" busy={isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
