import { type ReactNode, type RefObject, useEffect, useState } from 'react'

import { editorText } from '#web/messages/en/changelog-editor.ts'
import { displayLocale, timeZone } from '#web/ui/format.ts'
import { MarkdownBlocks } from '#web/ui/markdown/markdown-blocks.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { useWorkspace } from './workspace.data.ts'

const text = editorText.preview
type Look = 'page' | 'phone' | 'mail'

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
      <header>
        <h2>{text.label}</h2>
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
        className="editor-preview-box"
        tabIndex={0}
        role="group"
        aria-label={text.label}
      >
        <article data-look={look}>
          {look === 'mail' && (
            <p className="editor-subject">
              {text.subject} <bdi dir="auto">{title.trim() || text.untitled}</bdi>
            </p>
          )}
          <p className="changelog-facts">
            {labels}
            {date && <PublicDate at={date} />}
          </p>
          <p className="editor-preview-title" dir="auto">
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
