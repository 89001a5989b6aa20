import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { ChangelogEntry as Entry } from '#client/resources.ts'
import type { EntryVersion } from '#contract/feedback/changelog.ts'
import { messages } from '#web/messages/en/app.ts'
import { entryText } from '#web/messages/en/changelog-entry.ts'
import { changelogText } from '#web/messages/en/changelog.ts'
import { versionsText as text } from '#web/messages/en/entry-versions.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { useRefetchOnChange } from '#web/query/use-refetch-on-change.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useSession } from '#web/session/session.ts'
import { ACTIVITY_PAGE_SIZE, formatActor, History } from '#web/ui/activity-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { MarkdownBlocks } from '#web/ui/markdown/markdown-blocks.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { latestVersion } from './changelog.data.ts'
import { cacheEntry } from './entry-resource.ts'
import { entryScope } from './entry.rules.ts'

interface EntryVersionsProps {
  entry: Entry
  /** Sends what is not saved yet; undefined for a key that only reads. */
  save: (() => Promise<Entry | undefined>) | undefined
  onClose: () => void
}

/** The texts that an entry has and had, each to read and to restore. */
export function EntryVersions({ entry, save, onClose }: EntryVersionsProps) {
  const [openId, setOpenId] = useState<string>()
  const query = useInfiniteQuery({
    ...endpointPages('GET /feedback/changelog/entries/:entry_id/versions', {
      entry_id: entry.id,
      limit: ACTIVITY_PAGE_SIZE,
    }),
    refetchOnMount: 'always',
  })
  useRefetchOnChange(query.refetch, entry.version)
  return (
    <Drawer
      title={text.title}
      details={<p className="text-meta wrap-anywhere text-ink-3">{entry.title}</p>}
      onClose={onClose}
    >
      <div className="grid content-start gap-4">
        <History query={query} texts={text}>
          {(version) => {
            const isOpen = version.id === openId
            const isCurrent = version.title === entry.title && version.body === entry.body
            return (
              <li className="grid gap-3 border-b border-line pb-3">
                <button
                  type="button"
                  aria-expanded={isOpen}
                  className="grid min-h-11 gap-0.5 rounded-control px-2 py-1.5 text-start wrap-anywhere hover:bg-hover"
                  onClick={() => setOpenId(isOpen ? undefined : version.id)}
                >
                  <bdi className="font-medium">
                    {version.title.trim() || changelogText.untitled}
                  </bdi>
                  <span className="text-meta text-ink-3">
                    <bdi>{formatVersionActor(version)}</bdi> ·{' '}
                    <RelativeTime at={version.at} tabIndex={-1} />
                    {isCurrent && ` · ${text.current}`}
                  </span>
                </button>
                {isOpen && (
                  <>
                    <div className="max-h-[50vh] overflow-y-auto rounded-card border border-line px-4 py-3 wrap-anywhere">
                      {version.body.trim() === '' ? (
                        <p>{entryText.nothing}</p>
                      ) : (
                        <MarkdownBlocks source={version.body} headingLevel={3} />
                      )}
                    </div>
                    {save && !isCurrent && (
                      <RestoreButton
                        entry={entry}
                        version={version}
                        save={save}
                        onRestored={() => setOpenId(undefined)}
                      />
                    )}
                  </>
                )}
              </li>
            )
          }}
        </History>
        <p className="text-meta text-ink-3">{text.kept}</p>
      </div>
    </Drawer>
  )
}

const formatVersionActor = ({ actor }: EntryVersion) =>
  actor.type === 'service' ? text.unknownActor : formatActor(actor)

interface RestoreButtonProps {
  entry: Entry
  version: EntryVersion
  save: () => Promise<Entry | undefined>
  onRestored: () => void
}

function RestoreButton({ entry, version, save, onRestored }: RestoreButtonProps) {
  const session = useSession()
  const offlineProps = useOfflineProps()
  const [isAsking, setAsking] = useState(false)
  const [isUnsaved, setUnsaved] = useState(false)
  const restore = useEndpointMutation(
    'POST /feedback/changelog/entries/:entry_id/versions/:version_id/restore',
  )
  const cancel = () => setAsking(false)
  const confirm = async () => {
    setAsking(false)
    if (offlineProps) return
    // What was written in the last seconds becomes a version first.
    const stored = await save()
    setUnsaved(!stored)
    if (!stored) return
    const result = await restore.send(
      { entry_id: entry.id, version_id: version.id },
      { scope: entryScope(entry.id), version: () => latestVersion(session, stored) },
    )
    if (result.state !== 'success') return
    // Once the mutation has ended: until then the editor of the entry ignores changes, as its own.
    cacheEntry(session, result.output)
    toast({ text: text.restored(result.output.title) })
    onRestored()
  }
  const { error } = restore
  const problem = isUnsaved
    ? text.notSaved
    : error && (error.code === 'precondition_failed' ? text.changed : formatSaveError(error))
  return (
    <>
      {problem && (
        <p role="alert" className="rounded-control bg-warn-soft px-3 py-2 text-warn-ink">
          {problem}
        </p>
      )}
      <Button
        {...offlineProps}
        busy={restore.isPending}
        className="justify-self-start"
        onClick={() => !offlineProps && setAsking(true)}
      >
        {text.restore}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={text.question}
          secondary={{ label: messages.app.cancel, run: cancel }}
          primary={{ label: text.confirm, run: () => void confirm() }}
          onClose={cancel}
        >
          <p>
            {text.consequence} {entry.published_at && text.consequencePublished}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
