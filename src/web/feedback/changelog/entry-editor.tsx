import './changelog-editor.css'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useRef } from 'react'

import { editorText as text } from '#web/messages/en/changelog-editor.ts'
import { KeyHint } from '#web/ui/button.tsx'
import { leaveText } from '#web/ui/focus-return.ts'
import { isApple, isChord } from '#web/ui/keyboard.ts'
import { BodyField } from './body-field.tsx'
import { EntryPreview, useScrollAlong } from './entry-preview.tsx'
import { LinkedPosts, usePostLinks } from './post-search.tsx'
import { countWords } from './text-edits.rules.ts'

/** What is written. */
interface EditorContent {
  readonly title: string
  readonly body: string
  readonly post_ids: readonly string[]
}

interface EntryEditorProps {
  /** Above the text; in a narrow window also above the preview. */
  header: ReactNode
  /** Writing starts in the title. */
  isNew: boolean
  content: EditorContent
  onChange: (content: Partial<EditorContent>) => void
  onSave: () => void
  /** Above the title, also in the preview. */
  labels: ReactNode
  /** Chooses the labels. */
  labelField?: ReactNode
  /** When it was or will be published, in the preview. */
  date: string | null | undefined
  /** What Ctrl Enter does. */
  publishLabel: string
  /** Why the text cannot be saved. */
  problem: string | undefined
  /** `auto` shows the preview where there is room beside the text. */
  preview: 'auto' | 'on' | 'off'
}

/** Markdown with a toolbar, and its preview beside it, or on a phone instead of it. */
export function EntryEditor(props: EntryEditorProps) {
  const { header, isNew, content, onChange, onSave, problem, preview } = props
  const { labels, labelField, date, publishLabel } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const previewBox = useRef<HTMLDivElement>(null)
  // Typing never waits for what is made of the text.
  const body = useDeferredValue(content.body)
  const title = useDeferredValue(content.title)
  useScrollAlong(field, previewBox)
  const links = usePostLinks(content, onChange)
  const titleField = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // After the effect of shell/route-focus.ts, which moves the focus to the h1.
    if (isNew) queueMicrotask(() => titleField.current?.focus({ preventScroll: true }))
    // oxlint-disable-next-line react/exhaustive-deps -- only as it appears
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    const native = event.nativeEvent
    if (isChord(native, 's')) onSave()
    else if (event.key === 'Escape' && !event.defaultPrevented) leaveText()
    else return
    event.preventDefault()
  }
  return (
    <div className="editor" data-preview={preview}>
      <div className="editor-write" onKeyDown={onKeyDown}>
        {header}
        <BodyField
          field={field}
          body={content.body}
          onBody={links.changeBody}
          onLinkPost={links.link}
        >
          <div className="editor-labels">{labelField ?? labels}</div>
          <textarea
            ref={titleField}
            className="editor-title"
            rows={1}
            dir="auto"
            aria-label={text.title}
            placeholder={text.titlePlaceholder}
            value={content.title}
            aria-invalid={problem !== undefined && content.title.length > 255 ? true : undefined}
            // A line that wraps.
            onChange={(event) => onChange({ title: event.target.value.replace(/\s*\n\s*/g, ' ') })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
              if (event.nativeEvent.isComposing) return
              event.preventDefault()
              field.current?.focus()
              field.current?.setSelectionRange(0, 0)
            }}
          />
        </BodyField>
        <footer className="editor-footer">
          <span>{text.words(countWords(body))}</span>
          <LinkedPosts ids={content.post_ids} onRemove={links.remove} />
          {problem && (
            <span role="alert" className="font-medium text-bad-ink">
              {problem}
            </span>
          )}
          <span className="editor-hint">
            <KeyHint>{isApple() ? '⌘' : 'Ctrl'}</KeyHint> <KeyHint>↵</KeyHint> {publishLabel}
          </span>
        </footer>
      </div>
      <EntryPreview box={previewBox} title={title} body={body} labels={labels} date={date} />
    </div>
  )
}
