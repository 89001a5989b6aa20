import './changelog-editor.css'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'

import type { Post } from '#client/resources.ts'
import { editorText as text } from '#web/messages/en/changelog-editor.ts'
import { KeyHint } from '#web/ui/button.tsx'
import { leaveText } from '#web/ui/focus-return.ts'
import { isApple, isChord } from '#web/ui/keyboard.ts'
import { requestChunk } from '#web/ui/lazy-chunk.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { EntryPreview, useScrollAlong } from './entry-preview.tsx'
import {
  formatPostLink,
  LinkedPosts,
  PostSearch,
  usePostLinks,
  usePostSearch,
} from './post-search.tsx'
import {
  continueList,
  countWords,
  linkSelection,
  postSearchAt,
  toggleMark,
} from './text-edits.rules.ts'
import { applyEdit, insertText, stateOfField, TextToolbar } from './text-toolbar.tsx'

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
          <div className="flex flex-wrap items-center gap-1.5 px-4 pt-4 empty:hidden md:px-7">
            {labelField ?? labels}
          </div>
          <textarea
            ref={titleField}
            data-title-field
            className="field-sizing-content w-full flex-none resize-none bg-transparent px-4 pt-3 pb-1 font-display text-detail outline-none md:px-7"
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
        <footer className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-1.5 text-meta text-ink-3 md:px-7">
          <span>{text.words(countWords(body))}</span>
          <LinkedPosts ids={content.post_ids} onRemove={links.remove} />
          {problem && (
            <span role="alert" className="font-medium text-bad-ink">
              {problem}
            </span>
          )}
          <span className="ms-auto flex items-center gap-1 pointer-coarse:hidden">
            <KeyHint>{isApple() ? '⌘' : 'Ctrl'}</KeyHint> <KeyHint>↵</KeyHint> {publishLabel}
          </span>
        </footer>
      </div>
      <EntryPreview box={previewBox} title={title} body={body} labels={labels} date={date} />
    </div>
  )
}

// For the first paste of rich text: a parser of HTML, and what makes Markdown of its tree.
const loadRichText = () => Promise.all([import('hast-util-from-html'), import('./rich-text.ts')])

interface BodyFieldProps {
  field: RefObject<HTMLTextAreaElement | null>
  body: string
  onBody: (body: string) => void
  onLinkPost: (post: Post) => void
  /** Between the toolbar and the text. */
  children: ReactNode
}

/** The text of an entry with its toolbar. */
function BodyField({ field, body, onBody, onLinkPost, children }: BodyFieldProps) {
  const [search, setSearch] = useState<{ from: number; text: string }>()
  const posts = usePostSearch(search?.text)

  const updateSearch = () => {
    const next = field.current ? postSearchAt(stateOfField(field.current)) : undefined
    setSearch((current) =>
      next?.from === current?.from && next?.text === current?.text ? current : next,
    )
  }
  const linkPost = (post: Post) => {
    if (!field.current || !search) return
    const { start } = stateOfField(field.current)
    const insert = formatPostLink(post)
    const caret = search.from + insert.length
    applyEdit(field.current, { from: search.from, to: start, insert, selection: [caret, caret] })
    setSearch(undefined)
    onLinkPost(post)
    announce(text.postLinked(post.title))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const state = stateOfField(event.currentTarget)
    const native = event.nativeEvent
    if (native.isComposing) return
    if (
      search &&
      posts.onKeyDown(event, { onChoose: linkPost, onClose: () => setSearch(undefined) })
    )
      return
    if (isChord(native, 'b')) applyEdit(event.currentTarget, toggleMark(state, '**', text.strong))
    else if (isChord(native, 'i'))
      applyEdit(event.currentTarget, toggleMark(state, '*', text.emphasis))
    else if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
      const edit = continueList(state)
      if (!edit) return
      applyEdit(event.currentTarget, edit)
    } else return
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const target = event.currentTarget
    const plain = event.clipboardData.getData('text/plain')
    const html = event.clipboardData.getData('text/html')
    const edit = linkSelection(stateOfField(target), plain)
    if (edit) applyEdit(target, edit)
    else if (html.trim() !== '') pasteRichText(target, html, plain)
    else if (plain === '' && event.clipboardData.files.length > 0)
      announce(text.noUpload, 'assertive')
    else return
    event.preventDefault()
  }

  return (
    <>
      <TextToolbar field={field} />
      {children}
      <textarea
        ref={field}
        className="min-h-32 w-full flex-1 resize-none bg-transparent px-4 pt-2 pb-6 font-mono text-[0.8125rem]/[1.4375rem] tab-2 outline-none md:px-7"
        dir="auto"
        spellCheck
        aria-label={text.body}
        placeholder={text.bodyPlaceholder}
        value={body}
        {...posts.fieldProps}
        onChange={(event) => {
          onBody(event.target.value)
          updateSearch()
        }}
        onSelect={updateSearch}
        onBlur={() => setSearch(undefined)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {search && <PostSearch search={posts} onChoose={linkPost} />}
    </>
  )
}

/** Inserts rich text as Markdown; as plain text when it has no formats or the parser cannot be loaded. */
function pasteRichText(field: HTMLTextAreaElement, html: string, plain: string) {
  const insertPlain = () => insertText(field, plain)
  requestChunk(loadRichText, {
    onLoad: ([{ fromHtml }, { toMarkdown }]) =>
      insertText(field, toMarkdown(html, fromHtml) || plain),
    onCancel: insertPlain,
  })
}
