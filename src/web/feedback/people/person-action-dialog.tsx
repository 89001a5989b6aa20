import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { PortalUser, Post } from '#client/resources.ts'
import { PostPicker } from '#web/feedback/posts/post-picker.tsx'
import { personText as text } from '#web/messages/en/people.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
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
  const [post, setPost] = useState<Post | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const start = (kind: 'vote' | 'comment') => {
    if (!post) return
    setPersonAction(session, { kind, post_id: post.id, user })
    onClose()
    void navigate(paths.post(post.id))
  }
  return (
    <DialogForm
      title={text.actTitle(formatUserName(user))}
      submitLabel={text.addVote}
      validate={() => (setSubmitted(true), post !== null)}
      secondary={{ label: text.writeComment, onSubmit: () => start('comment') }}
      onSubmit={() => start('vote')}
      onClose={onClose}
    >
      <PostPicker
        label={text.post}
        value={post}
        onChange={setPost}
        issue={isSubmitted && !post ? text.choosePost : undefined}
      />
    </DialogForm>
  )
}
