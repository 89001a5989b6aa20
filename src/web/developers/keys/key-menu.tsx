import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import type { ComponentProps, ReactElement, ReactNode } from 'react'

import type { ApiKey } from '#client/resources.ts'
import { keysText } from '#web/messages/en/keys.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { ResourceMenu } from '#web/ui/table/resource-menu.tsx'
import { createGuard } from '#web/ui/toast.ts'
import { TypeAheadBuffer } from '#web/ui/type-ahead-buffer.tsx'

// Their fields are more code than the page itself.
export const editDialog = lazyChunk(() => import('./edit-key-dialog.tsx'))
export const revokeDialog = lazyChunk(() => import('./revoke-key-dialog.tsx'))

interface KeyMenuProps {
  apiKey: ApiKey
  trigger: ReactElement<ComponentProps<'button'>>
  /** Shows a dialog outside of the menu; null closes it. */
  openDialog: (dialog: ReactNode) => void
}

/** What can be done with a key. */
export function KeyMenu({ trigger, ...props }: KeyMenuProps) {
  return (
    <ResourceMenu
      label={keysText.actions(props.apiKey.name)}
      trigger={trigger}
      loadItems={async () => KeyMenuItems}
      itemProps={props}
    />
  )
}

function KeyMenuItems({ apiKey, openDialog }: Omit<KeyMenuProps, 'trigger'>) {
  const guard = createGuard(useDisabledReason())
  const close = () => openDialog(null)
  return (
    <>
      <MenuItem
        icon={Pencil}
        onSelect={guard(() => openDialog(<LazyEditDialog apiKey={apiKey} onClose={close} />))}
      >
        {keysText.edit}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={Trash}
        tone="bad"
        onSelect={guard(() => openDialog(<LazyRevokeDialog apiKey={apiKey} onClose={close} />))}
      >
        {keysText.revoke}
      </MenuItem>
    </>
  )
}

interface KeyDialogProps {
  apiKey: ApiKey
  onClose: () => void
}

// Until its code is there, no key that is pressed means something else.
const dialogProps = ({ onClose }: KeyDialogProps) => ({
  fallback: <TypeAheadBuffer onCancel={onClose} />,
  onCancel: onClose,
})

export const LazyEditDialog = (props: KeyDialogProps) => (
  <Lazy chunk={editDialog} {...dialogProps(props)}>
    {({ EditKeyDialog }) => <EditKeyDialog {...props} />}
  </Lazy>
)

const LazyRevokeDialog = (props: KeyDialogProps) => (
  <Lazy chunk={revokeDialog} {...dialogProps(props)}>
    {({ RevokeKeyDialog }) => <RevokeKeyDialog {...props} />}
  </Lazy>
)
