import { useEffect, useEffectEvent, useState } from 'react'

import { shellDialogText } from '#web/messages/en/shell-dialogs.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { requestChunk } from '#web/ui/lazy-chunk.tsx'

// The changelog of the repository, as text, in a chunk of its own.
const changelog = import.meta.glob<string>('/CHANGELOG.md', { query: '?raw', import: 'default' })
const loadChangelog = changelog['/CHANGELOG.md'] ?? (() => Promise.resolve(''))

export function WhatsNewDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState<string>()
  const cancel = useEffectEvent(onClose)
  useEffect(() => requestChunk(loadChangelog, { onLoad: setText, onCancel: () => cancel() }), [])
  const releases = text === undefined ? undefined : parseReleaseNotes(text)
  return (
    <Dialog title={shellDialogText.actions.news} onClose={onClose} className="md:w-[36rem]">
      {releases?.length === 0 && <p>{shellDialogText.help.noNews}</p>}
      {releases?.map(({ version, notes }) => (
        <section key={version} className="grid gap-2">
          <h3 className="text-section">{formatVersion(version)}</h3>
          <ul className="grid list-disc gap-1.5 ps-5 text-ink-2">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  )
}

interface Release {
  readonly version: string
  readonly notes: readonly string[]
}

/** The releases of a changelog with their lines for users of the dashboard, as plain text. */
function parseReleaseNotes(changelog: string): Release[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((part) => ({ version: firstLine(part), notes: dashboardNotes(part) }))
    .filter(({ notes }) => notes.length > 0)
}

/** The changes of an installation that is ahead of its last release have no version yet. */
const formatVersion = (version: string) =>
  version === 'Unreleased' ? shellDialogText.help.thisVersion : version

const firstLine = (text: string) => text.split('\n')[0]?.trim() ?? ''

function dashboardNotes(version: string): string[] {
  const section = version.split(/^### /m).find((part) => /dashboard/i.test(firstLine(part)))
  return (section ?? '')
    .split('\n')
    .filter((note) => note.startsWith('- '))
    .map((note) =>
      note
        .slice(2)
        .replaceAll('`', '')
        .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1'),
    )
}
