import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useState,
} from 'react'

import type { Post } from '#client/resources.ts'
import { editorText as text } from '#web/messages/en/changelog-editor.ts'
import { isChord } from '#web/ui/keyboard.ts'
import { requestChunk } from '#web/ui/lazy-chunk.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { formatPostLink, PostSearch, usePostSearch } from './post-search.tsx'
import { continueList, linkSelection, postSearchAt, toggleMark } from './text-edits.rules.ts'
import { applyEdit, insertText, stateOfField } from './text-field.ts'
import { TextToolbar } from './text-toolbar.tsx'

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
export function BodyField({ field, body, onBody, onLinkPost, children }: BodyFieldProps) {
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
        className="editor-body"
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
