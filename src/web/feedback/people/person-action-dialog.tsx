import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { PortalUser, Post } from '#client/resources.ts'
import { PostPicker } from '#web/feedback/posts/post-picker.tsx'
import { messages } from '#web/messages/en/app.ts'
import { personText as text } from '#web/messages/en/people.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useFocusFirstIssue } from '#web/ui/form/form.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { setPersonAction } from './person-action.ts'
import { formatUserName } from './user-name.rules.ts'

interface PersonActionDialogProps {
  user: PortalUser
  onClose: () => void
}

/** Chooses the post for which a person votes, or on which their comment is written. It opens. */
export function PersonActionDialog({ user, onClose }: PersonActionDialogProps) {
  const session = useSession()
  const navigate = useNavigate()
  const offlineProps = useOfflineProps()
  const [post, setPost] = useState<Post | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const { form, focusFirstIssue } = useFocusFirstIssue()
  const start = (kind: 'vote' | 'comment') => {
    if (offlineProps) return
    setSubmitted(true)
    if (!post) return focusFirstIssue()
    setPersonAction(session, { kind, post_id: post.id, user })
    onClose()
    void navigate(paths.post(post.id))
  }
  return (
    <Dialog title={text.actTitle(formatUserName(user))} onClose={onClose}>
      <form
        ref={form}
        noValidate
        className="person-form"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          start('vote')
        }}
      >
        <PostPicker
          label={text.post}
          value={post}
          onChange={setPost}
          issue={isSubmitted && !post ? text.choosePost : undefined}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{messages.app.cancel}</Button>
          <Button {...offlineProps} onClick={() => start('comment')}>
            {text.writeComment}
          </Button>
          <Button {...offlineProps} type="submit" variant="primary">
            {text.addVote}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
