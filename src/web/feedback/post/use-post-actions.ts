import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Post } from '#client/resources.ts'
import { clearPersonAction, getPersonAction } from '#web/feedback/people/person-action.ts'
import { deletePost, type PostOutcome, updatePost } from '#web/feedback/posts/post-changes.data.ts'
import type { PostChanges } from '#web/feedback/posts/post-changes.rules.ts'
import { addVote } from '#web/feedback/votes/votes.data.ts'
import { postText as text } from '#web/messages/en/post.ts'
import { votesText } from '#web/messages/en/votes.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { formatSaveError } from '#web/ui/error-message.ts'
import { toast } from '#web/ui/toast.ts'

export type PropertyField = 'status' | 'owner' | 'tags' | 'eta'

type Conflict = Extract<PostOutcome, { state: 'conflict' }>

interface Resolution {
  /** Saved over what someone else saved, or theirs was kept. */
  readonly isForced: boolean
  readonly changes: PostChanges
}

/** Saves and deletes the post of a pane; speaks of the outcome. */
export function usePostActions(post: Post) {
  const session = useSession()
  const navigate = useNavigate()
  const reason = useDisabledReason()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [resolution, setResolution] = useState<Resolution | null>(null)

  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])

  const report = (outcome: PostOutcome) => {
    if (!isShown.current) return reportElsewhere(outcome)
    setConflict(outcome.state === 'conflict' ? outcome : null)
    if (outcome.state === 'error')
      toast({ text: formatSaveError(outcome.error), tone: 'bad', key: `post:${post.id}` })
  }
  /** Another post is open by now, so that the sentence must name this one. */
  const reportElsewhere = (outcome: PostOutcome) => {
    if (outcome.state !== 'conflict' && outcome.state !== 'error') return
    toast({
      text:
        outcome.state === 'conflict'
          ? text.conflictOn(post.title)
          : formatSaveError(outcome.error, {
              formatReason: (reason) => text.notSaved(post.title, reason),
            }),
      tone: 'bad',
      key: `post:${post.id}`,
      action: {
        label: text.open,
        run: () => void navigate(paths.post(post.id, location.search)),
      },
    })
  }
  const isPaused = () => {
    if (reason !== undefined) toast({ text: reason })
    return reason !== undefined
  }
  const save = async (changes: PostChanges, from: Post = post): Promise<boolean> => {
    if (isPaused()) return false
    const outcome = await updatePost(session, from, changes)
    report(outcome)
    return outcome.state === 'saved'
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
  return {
    save,
    remove,
    conflict,
    /** How the last conflict ended. */
    resolution,
    force: async () => {
      if (conflict && (await save(conflict.changes, conflict.current)))
        setResolution({ isForced: true, changes: conflict.changes })
    },
    keepTheirs: () => {
      if (conflict) setResolution({ isForced: false, changes: conflict.changes })
      setConflict(null)
    },
  }
}

export type PostActions = ReturnType<typeof usePostActions>
