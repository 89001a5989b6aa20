import Ellipsis from 'lucide-react/icons/ellipsis'
import Folder from 'lucide-react/icons/folder'
import Lock from 'lucide-react/icons/lock'
import Pencil from 'lucide-react/icons/pencil'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'

import type { FeedbackBoard, PostTag } from '#client/resources.ts'
import { tagLabel } from '#web/feedback/posts/post-options.rules.ts'
import { feedbackSetupText as text } from '#web/messages/en/feedback-setup.ts'
import { paths } from '#web/paths.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { filterByName } from '#web/ui/form/filter-by-name.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LabelChip } from '#web/ui/label/label-chip.tsx'
import { EmptyState } from '#web/ui/page-states.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { Menu } from '#web/ui/popup/menu.tsx'
import { createGuard } from '#web/ui/toast.ts'
import { EditDialog } from './setup-dialogs.tsx'
import { type RowMenuProps, SetupMenuItems } from './setup-menu-items.tsx'
import type { Kind } from './setup-resources.ts'

export interface RowsProps<Item> {
  items: readonly Item[]
  canEdit: boolean
  /** Shows a dialog; null closes it. */
  openDialog: (dialog: ReactNode) => void
}

export const RowList = (props: ComponentProps<'ul'>) => (
  <ul {...props} className="grid grid-cols-1 rounded-card border border-line bg-surface" />
)

export function BoardRows({ items, ...rest }: RowsProps<FeedbackBoard>) {
  const rows = (archived: boolean) =>
    items
      .filter((board) => (board.archived ?? false) === archived)
      .map((board) => (
        <li key={board.id} data-testid="row" data-id={board.id} className="setup-row">
          <Icon of={Folder} className="setup-start me-3 text-ink-3" />
          <div className="setup-name">
            <bdi className="font-medium">{board.name}</bdi>
            {board.private && (
              <Pill family="mute" icon={Lock}>
                {text.private}
              </Pill>
            )}
            {board.description && (
              <p className="line-clamp-2 w-full text-cell text-ink-2">{board.description}</p>
            )}
          </div>
          <RowEnd
            kind="boards"
            item={board}
            posts={paths.filteredPosts('board', board.id)}
            {...rest}
          />
        </li>
      ))
  const archived = rows(true)
  return (
    <>
      <RowList aria-label={text.kinds.boards.tab}>{rows(false)}</RowList>
      {archived.length > 0 && (
        <section className="grid gap-3">
          <h2 className="text-section">{text.archived}</h2>
          <RowList aria-label={text.archived}>{archived}</RowList>
        </section>
      )}
    </>
  )
}

/** Rows rendered at first, and with each press of "Show more". */
const ROWS = 100
/** So many are found at a glance. */
const MIN_SEARCHED = 8

export function TagRows({ items, ...rest }: RowsProps<PostTag>) {
  const [search, setSearch] = useState('')
  const [limit, setLimit] = useState(ROWS)
  const matches = filterByName(items, search)
  return (
    <>
      {items.length > MIN_SEARCHED && (
        <div className="max-w-sm">
          <Field
            label={text.find}
            type="search"
            value={search}
            autoComplete="off"
            onChange={({ target }) => setSearch(target.value)}
          />
        </div>
      )}
      {matches.length === 0 ? (
        <EmptyState
          filtered
          title={text.noMatches(search)}
          action={<Button onClick={() => setSearch('')}>{text.clearSearch}</Button>}
        />
      ) : (
        <RowList aria-label={text.kinds.tags.tab}>
          {matches.slice(0, limit).map((tag) => (
            <li key={tag.id} data-testid="row" data-id={tag.id} className="setup-row">
              <div className="setup-name">
                <LabelChip label={tagLabel(tag)} />
              </div>
              <RowEnd
                kind="tags"
                item={tag}
                posts={paths.filteredPosts('tag', tag.name)}
                {...rest}
              />
            </li>
          ))}
        </RowList>
      )}
      {matches.length > limit && (
        <Button className="justify-self-start" onClick={() => setLimit(limit + ROWS)}>
          {text.more(Math.min(ROWS, matches.length - limit))}
        </Button>
      )}
    </>
  )
}

interface RowEndProps<K extends Kind> extends Omit<RowMenuProps<K>, 'onEdit'> {
  canEdit: boolean
  /** The address of its posts. */
  posts: string
}

/** How many posts it has, and what can be done with it. */
export function RowEnd<K extends Kind>({ canEdit, posts, ...props }: RowEndProps<K>) {
  const { kind, item, openDialog } = props
  const guard = createGuard(useDisabledReason())
  const { name, post_count: count } = item
  const close = () => openDialog(null)
  const edit = guard(() => openDialog(<EditDialog kind={kind} item={item} onClose={close} />))
  return (
    <>
      {count !== undefined && (
        <Link
          to={posts}
          aria-label={text.countOf(count, name)}
          className="setup-count ms-3 inline-flex min-h-6 items-center rounded-chip text-cell text-ink-2 tabular-nums underline decoration-line-strong underline-offset-3 hover:text-ink max-md:ms-0 max-md:justify-self-start pointer-coarse:min-h-11"
        >
          {text.count(count)}
        </Link>
      )}
      {canEdit && (
        <span className="setup-actions ms-3 flex">
          <IconButton
            icon={Pencil}
            label={text.edit(name)}
            className="max-md:hidden" // the menu has it
            onClick={edit}
          />
          <Menu
            label={text.actions(name)}
            trigger={<IconButton icon={Ellipsis} label={text.actions(name)} />}
            align="end"
          >
            <SetupMenuItems {...props} onEdit={edit} />
          </Menu>
        </span>
      )}
    </>
  )
}
