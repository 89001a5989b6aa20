import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import type { ComponentProps, ReactElement } from 'react'

import type { ListTag } from '#client/resources.ts'
import { tagsText as text } from '#web/messages/en/tags.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import type { DialogOpener } from '#web/ui/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/popup/menu.tsx'
import { createGuard, toast } from '#web/ui/toast.ts'
import { DeleteTagDialog, RenameTagDialog } from './tag-dialogs.tsx'

interface TagMenuProps {
  list_id: string
  tag: ListTag
  /** All tags of the list, as a rename onto one of them is a merge; undefined until they are loaded. */
  tags: readonly ListTag[] | undefined
  trigger: ReactElement<ComponentProps<'button'>>
  /** Shows a dialog outside of the row. */
  openDialog: DialogOpener
}

/** What can be done with a tag. */
export function TagMenu({ trigger, ...props }: TagMenuProps) {
  return (
    <Menu
      label={text.actions(props.tag.name)}
      trigger={trigger}

      align="end"
    >
      <TagMenuItems {...props} />
    </Menu>
  )
}

function TagMenuItems({ openDialog, tags, ...target }: Omit<TagMenuProps, 'trigger'>) {
  const isSupported = useCapability('lists.write')
  const canEdit = useCanWrite() && isSupported
  const guard = createGuard(useDisabledReason())
  const { name } = target.tag
  // Without all tags, a merge would not be asked first.
  const rename = tags
    ? guard(() =>
        openDialog((onClose) => <RenameTagDialog {...target} tags={tags} onClose={onClose} />),
      )
    : guard(() => void toast({ text: text.renameNeedsAll }))
  return (
    <>
      <MenuItem icon={Copy} onSelect={() => void copyToClipboard(name, text.copied(name))}>
        {text.copy}
      </MenuItem>
      {canEdit && (
        <>
          <MenuItem icon={Pencil} onSelect={rename}>
            {text.rename}
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={Trash}
            tone="bad"
            onSelect={guard(() =>
              openDialog((onClose) => <DeleteTagDialog {...target} onClose={onClose} />),
            )}
          >
            {text.delete}
          </MenuItem>
        </>
      )}
    </>
  )
}
