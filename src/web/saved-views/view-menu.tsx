import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Bookmark from 'lucide-react/icons/bookmark'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Link from 'lucide-react/icons/link'
import ListFilter from 'lucide-react/icons/list-filter'
import Pencil from 'lucide-react/icons/pencil'
import Share from 'lucide-react/icons/share-2'
import Users from 'lucide-react/icons/users'
import X from 'lucide-react/icons/x'
import { type CSSProperties, type FormEvent, type RefObject, useRef, useState } from 'react'

import { maxViewName } from '#contract/developers/views.rules.ts'
import { hasVisibleCharacter } from '#contract/names.rules.ts'
import { savedViewsText as text } from '#web/messages/en/saved-views.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { Field } from '#web/ui/form/field.tsx'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PartialError } from '#web/ui/page-states.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/popup/menu.tsx'
import { Popover } from '#web/ui/popup/popover.tsx'
import { createGuard } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { isNameTaken, isShareable, type PageView, usePageViews } from './saved-views.data.ts'

interface ViewMenuProps {
  /** As of `usePageViews`. */
  search?: string
  /** Where there is no room for its word. */
  isIcon?: boolean
  style?: CSSProperties
  className?: string
}

/** Saves the filter of the page under a name, and lists what was saved. */
export function ViewMenu({ search, isIcon, style, className }: ViewMenuProps) {
  const page = usePageViews(search)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  if (!page) return null
  const buttonProps = {
    ref: button,
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    onClick: () => setOpen(true),
    style,
    className,
  } as const
  return (
    <>
      {isIcon ? (
        <IconButton {...buttonProps} icon={Bookmark} label={text.views} />
      ) : (
        <Button {...buttonProps} variant="quiet" icon={Bookmark}>
          <span className="max-md:sr-only">{text.views}</span>
        </Button>
      )}
      {isOpen && (
        <Popover title={text.views} anchor={() => button.current} onClose={() => setOpen(false)}>
          <ViewList page={page} onClose={() => setOpen(false)} />
        </Popover>
      )}
    </>
  )
}

interface ViewListProps {
  page: NonNullable<ReturnType<typeof usePageViews>>
  onClose: () => void
}

/** A field for the name of the next view, and those that there are. */
function ViewList({ page, onClose }: ViewListProps) {
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [renaming, setRenaming] = useState<string>()
  /** The button that was pressed may be gone, or somewhere else. */
  const focusRow = (key: string) =>
    requestAnimationFrame(() => {
      const row = list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(key)}"] button`)
      const target = row ?? field.current
      target?.focus()
    })
  return (
    <div className="flex flex-col gap-3 p-4">
      <SaveForm page={page} field={field} onClose={onClose} />
      {page.failure && <PartialError text={text.failed} {...page.failure} />}
      {page.views.length > 0 && (
        <ul ref={list} className="flex flex-col border-t border-line pt-2">
          {page.views.map((view) => (
            <li key={view.key} data-id={view.key}>
              {renaming === view.key && view.actions ? (
                <RenameForm
                  view={view}
                  views={page.views}
                  onClose={() => {
                    setRenaming(undefined)
                    focusRow(view.key)
                  }}
                />
              ) : (
                <ViewRow
                  view={view}
                  views={page.views}
                  onRename={() => setRenaming(view.key)}
                  onChange={() => focusRow(view.key)}
                  onShare={(key) => {
                    const row = document.activeElement?.closest('[data-id]')
                    if (row?.getAttribute('data-id') === view.key) focusRow(key)
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A name of one long word would be wider than the popover. */
function truncate(name: string): string {
  const characters = [...name] // half an emoji would be a box
  return characters.length > 24 ? `${characters.slice(0, 23).join('')}…` : name
}

interface SaveFormProps extends ViewListProps {
  field: RefObject<HTMLInputElement | null>
}

function SaveForm({ page, field, onClose }: SaveFormProps) {
  const { views, query, canShare, save } = page
  const [name, setName] = useState('')
  const [scope, setScope] = useState<'device' | 'everyone'>('device')
  const [isSubmitted, setSubmitted] = useState(false)
  const offlineProps = useOfflineProps()
  const guard = createGuard(useDisabledReason())
  // Its key may have lost the right meanwhile.
  const isShared = canShare && scope === 'everyone' && isShareable(query)
  const trimmed = name.trim()
  const issue = !hasVisibleCharacter(trimmed)
    ? text.nameRequired
    : isShared && isNameTaken(views, trimmed, { isShared })
      ? text.sharedNameTaken
      : undefined
  const current = views.find(({ isCurrent }) => isCurrent)
  const finish = () => {
    save(trimmed, isShared)
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (issue !== undefined) field.current?.focus()
    else if (isShared) guard(finish)()
    else finish()
  }
  const hint = canShare
    ? query === ''
      ? text.unfilteredTab
      : text.tab
    : query === ''
      ? text.unfiltered
      : text.kept
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
      <Field
        ref={field}
        data-autofocus
        label={current ? text.saveAgain(truncate(current.name)) : text.save}
        hint={hint}
        issue={isSubmitted ? issue : undefined}
        value={name}
        maxLength={maxViewName}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      {canShare && (
        <RadioList
          legend={text.scope}
          value={isShared ? 'everyone' : 'device'}
          onChange={setScope}
          options={[
            { value: 'device', label: text.device },
            {
              value: 'everyone',
              label: text.everyone,
              hint: isShareable(query) ? text.everyoneHint : text.tooLong,
              disabled: !isShareable(query),
            },
          ]}
        />
      )}
      <div>
        <Button type="submit" variant="primary" {...(isShared && offlineProps)}>
          {text.saveView}
        </Button>
      </div>
    </form>
  )
}

interface ViewRowProps {
  view: PageView
  views: readonly PageView[]
  onRename: () => void
  /** The row may be gone or elsewhere. */
  onChange: () => void
  /** The row is about to become that of the shared view. */
  onShare: (key: string) => void
}

function ViewRow({ view, views, onRename, onChange, onShare }: ViewRowProps) {
  const { name, isShared, creator, actions, to } = view
  const reason = useDisabledReason()
  // What is on this device needs neither a connection nor a key that may write.
  const guard = createGuard(isShared ? reason : undefined)
  const isTaken = isNameTaken(views, name, { isShared: true })
  const sharing = createGuard(reason ?? (isTaken ? text.sharedNameTaken : undefined))
  const item = (action: (() => void) | undefined, icon: typeof Link, label: string) =>
    action && (
      <MenuItem icon={icon} onSelect={guard(() => (action(), onChange()))}>
        {label}
      </MenuItem>
    )
  const copyLink = () =>
    void copyToClipboard(
      `${location.origin}${to.pathname}${to.search && `?${to.search}`}`,
      text.linkCopied,
    )
  return (
    <div className="flex min-h-control items-center gap-2 py-1">
      {isShared && <Icon of={Users} className="text-ink-3" />}
      <span className="min-w-0 flex-1">
        <bdi title={name} className="block truncate">
          {name}
        </bdi>
        {isShared && (
          <span className="block truncate text-meta text-ink-3">
            {creator === undefined ? text.sharedByServer : text.sharedBy(creator)}
          </span>
        )}
      </span>
      <Menu
        label={text.actions(name)}
        align="end"
        trigger={<IconButton icon={Ellipsis} label={text.actions(name)} />}
      >
        <MenuItem icon={Link} onSelect={copyLink}>
          {text.copyLink}
        </MenuItem>
        {actions && (
          <>
            <MenuItem icon={Pencil} onSelect={guard(onRename)}>
              {text.rename}
            </MenuItem>
            {item(actions.replaceFilter, ListFilter, text.replaceFilter)}
            {item(actions.moveLeft, ArrowLeft, text.moveLeft)}
            {item(actions.moveRight, ArrowRight, text.moveRight)}
            {actions.share && (
              <MenuItem icon={Share} onSelect={sharing(() => actions.share?.(onShare))}>
                {text.share}
              </MenuItem>
            )}
            <MenuSeparator />
            {item(actions.remove, X, text.remove)}
          </>
        )}
      </Menu>
    </div>
  )
}

interface RenameFormProps {
  view: PageView
  views: readonly PageView[]
  onClose: () => void
}

/** In place of the row of a view. */
function RenameForm({ view, views, onClose }: RenameFormProps) {
  const [name, setName] = useState(view.name)
  const [isSubmitted, setSubmitted] = useState(false)
  const trimmed = name.trim()
  const issue = !hasVisibleCharacter(trimmed)
    ? text.nameRequired
    : isNameTaken(views, trimmed, view)
      ? view.isShared
        ? text.sharedNameTaken
        : text.nameTaken
      : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (issue !== undefined) return
    if (trimmed !== view.name) view.actions?.rename(trimmed)
    onClose()
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-2 py-2"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault() // or the popover would close, too
        onClose()
      }}
    >
      <Field
        autoFocus
        label={text.newName(truncate(view.name))}
        issue={isSubmitted ? issue : undefined}
        value={name}
        maxLength={maxViewName}
        autoComplete="off"
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" size="small" variant="primary">
          {text.saveName}
        </Button>
        <Button size="small" onClick={onClose}>
          {text.cancel}
        </Button>
      </div>
    </form>
  )
}
