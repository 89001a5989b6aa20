import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Post } from '#client/resources.ts'
import { clearPersonAction, getPersonAction } from '#web/feedback/people/person-action.ts'
import { deletePost, editPost, type PostOutcome } from '#web/feedback/posts/post-changes.data.ts'
import type { PostChanges } from '#web/feedback/posts/post-changes.rules.ts'
import { postText as text } from '#web/messages/en/post.ts'
import { resourcesText } from '#web/messages/en/resources.ts'
import { votesText } from '#web/messages/en/votes.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { formatSaveError } from '#web/ui/error-message.ts'
import { toast } from '#web/ui/toast.ts'
import { addVote } from './votes.data.ts'

export type PropertyField = 'status' | 'owner' | 'tags' | 'eta'

/** Saves and deletes the post of a pane; speaks of the outcome. */
export function usePostActions(post: Post) {
  const session = useSession()
  const navigate = useNavigate()
  const reason = useDisabledReason()
  const report = (outcome: PostOutcome) => {
    if (outcome.state !== 'gone' && outcome.state !== 'error') return
    // Where another post is open by now, the sentence names this one.
    const isOpen = location.pathname === paths.post(post.id)
    const formatReason = (why: string) => text.notSaved(post.title, why)
    toast({
      text:
        outcome.state === 'gone'
          ? resourcesText.gone(post.title)
          : formatSaveError(outcome.error, isOpen ? {} : { formatReason }),
      tone: 'bad',
      key: `post:${post.id}`,
      ...(!isOpen && {
        action: {
          label: text.open,
          run: () => void navigate(paths.post(post.id, location.search)),
        },
      }),
    })
  }
  const isPaused = () => {
    if (reason !== undefined) toast({ text: reason })
    return reason !== undefined
  }
  /** Whether the change is saved, or the person kept what someone else has saved. */
  const save = async (changes: PostChanges, from: Post = post): Promise<boolean> => {
    if (isPaused()) return false
    const outcome = await editPost(session, from, changes)
    report(outcome)
    return outcome.state === 'saved' || outcome.state === 'theirs'
  }
  const voteAsChosen = useEffectEvent(async () => {
    const user = getPersonAction(session, 'vote', post.id)
    if (!user) return
    clearPersonAction(session)
    if (isPaused()) return
    const result = await addVote(session, post, { type: 'user', user })
    if (result.state === 'existing') toast({ text: votesText.existing(result.name) })
    if (result.state === 'failed') toast({ text: formatSaveError(result.error), tone: 'bad' })
  })
  useEffect(() => void voteAsChosen(), [])
  const remove = () => {
    if (isPaused()) return
    const { search } = location
    deletePost(session, post, () => {
      if (location.pathname === paths.posts()) void navigate(paths.post(post.id, search))
    })
    void navigate(paths.posts(search))
  }
  return { save, remove }
}

export type PostActions = ReturnType<typeof usePostActions>
