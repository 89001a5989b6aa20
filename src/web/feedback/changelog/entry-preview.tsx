import { type ReactNode, type RefObject, useEffect, useState } from 'react'

import { editorText } from '#web/messages/en/changelog-editor.ts'
import { displayLocale, timeZone } from '#web/ui/format.ts'
import { MarkdownBlocks } from '#web/ui/markdown/markdown-blocks.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { EntryFacts } from './entry-labels.tsx'
import { useWorkspace } from './workspace.data.ts'

const text = editorText.preview
type Look = 'page' | 'phone' | 'mail'

const articleClasses: Record<Look, string> = {
  page: 'rounded-tray shadow-rest',
  phone: 'max-w-80 rounded-tray shadow-rest',
  mail: 'max-w-xl rounded-control font-sans',
}

interface EntryPreviewProps {
  box: RefObject<HTMLDivElement | null>
  title: string
  body: string
  labels: ReactNode
  date: string | null | undefined
}

/** The entry as readers will see it, on its page and in a mail. Not announced while it is written. */
export function EntryPreview({ box, title, body, labels, date }: EntryPreviewProps) {
  const [look, setLook] = useState<Look>('page')
  return (
    <section className="editor-preview" aria-label={text.label}>
      <header className="flex min-h-14 items-center justify-between gap-2 px-4 pt-2 md:px-5">
        <h2 className="text-cell font-medium text-ink-2">{text.label}</h2>
        <SegmentedControl
          label={text.look}
          value={look}
          options={[
            { value: 'page', label: text.page },
            { value: 'phone', label: text.phone },
            { value: 'mail', label: text.mail },
          ]}
          onChoose={setLook}
        />
      </header>
      <div
        ref={box}
        className="min-h-0 flex-1 overflow-y-auto px-4 pt-2 pb-6 md:px-5"
        tabIndex={0}
        role="group"
        aria-label={text.label}
      >
        <article
          className={`mx-auto grid gap-2.5 border border-line bg-surface p-5 ${articleClasses[look]}`}
        >
          {look === 'mail' && (
            <p className="-mx-5 -mt-5 border-b border-line bg-sunken px-5 py-2 text-meta text-ink-2">
              {text.subject} <bdi dir="auto">{title.trim() || text.untitled}</bdi>
            </p>
          )}
          <EntryFacts>
            {labels}
            {date && <PublicDate at={date} />}
          </EntryFacts>
          <p
            className={`text-detail wrap-anywhere ${look === 'mail' ? 'font-sans font-semibold' : 'font-display'}`}
            dir="auto"
          >
            {title.trim() || text.untitled}
          </p>
          {body.trim() === '' ? (
            <p className="text-ink-3">{text.nothing}</p>
          ) : (
            <MarkdownBlocks source={body} headingLevel={3} />
          )}
        </article>
      </div>
    </section>
  )
}

/** As service/feedback/public-changelog/public-page.ts formats it. */
function PublicDate({ at }: { at: string }) {
  const workspace = useWorkspace()
  const format = new Intl.DateTimeFormat(workspace?.locale ?? displayLocale, {
    dateStyle: 'long',
    timeZone: workspace?.time_zone ?? timeZone(),
  })
  return <time dateTime={at}>{format.format(new Date(at))}</time>
}

/** Scrolls the preview in proportion to the text. */
export function useScrollAlong(
  source: RefObject<HTMLElement | null>,
  target: RefObject<HTMLElement | null>,
) {
  useEffect(() => {
    const from = source.current
    if (!from) return undefined
    let frame = 0
    const follow = () => {
      const to = target.current
      if (!to) return
      const length = from.scrollHeight - from.clientHeight
      const part = length > 0 ? from.scrollTop / length : 0
      to.scrollTop = part * (to.scrollHeight - to.clientHeight)
    }
    const onScroll = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(follow)
    }
    from.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      from.removeEventListener('scroll', onScroll)
    }
  }, [source, target])
}
