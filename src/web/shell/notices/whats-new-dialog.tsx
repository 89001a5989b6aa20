import { useEffect, useState } from 'react'

import { shellText } from '#web/messages/en/shell.ts'
import { Dialog } from '#web/ui/dialog.tsx'

// The changelog of the repository, as text; it comes when it is asked for.
const changelog = import.meta.glob<string>('/CHANGELOG.md', { query: '?raw', import: 'default' })

/** What the newest versions brought to people who use the dashboard. */
export function WhatsNew({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState<string>()
  useEffect(() => void changelog['/CHANGELOG.md']?.().then(setText, () => setText('')), [])
  const versions = text === undefined ? undefined : newsIn(text)
  return (
    <Dialog title={shellText.actions.news} onClose={onClose} className="md:w-[36rem]">
      {versions?.length === 0 && <p>{shellText.help.newsNone}</p>}
      {versions?.map(({ version, news }) => (
        <section key={version} className="grid gap-2">
          <h3 className="text-section">{version}</h3>
          <ul className="grid list-disc gap-1.5 ps-5 text-ink-2">
            {news.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  )
}

interface Version {
  readonly version: string
  readonly news: readonly string[]
}

/** The versions of a changelog with their lines for people who use the dashboard, without code marks. */
function newsIn(changelog: string): Version[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((part) => ({ version: firstLine(part), news: dashboardLines(part) }))
    .filter(({ news }) => news.length > 0)
}

const firstLine = (text: string) => text.split('\n')[0]?.trim() ?? ''

function dashboardLines(version: string): string[] {
  const section = version.split(/^### /m).find((part) => /dashboard/i.test(firstLine(part)))
  return (section ?? '')
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2).replaceAll('`', ''))
}
