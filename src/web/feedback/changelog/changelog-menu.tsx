import Ellipsis from 'lucide-react/icons/ellipsis'
import ExternalLink from 'lucide-react/icons/external-link'
import Tag from 'lucide-react/icons/tag'
import Users from 'lucide-react/icons/users'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { messages } from '#web/messages/en/app.ts'
import { changelogMenuText as text } from '#web/messages/en/changelog-menu.ts'
import { paths } from '#web/paths.ts'
import { setPreference, usePreference } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability, useMe } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator, MenuText } from '#web/ui/popup/menu.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { LabelsDialog } from './entry-labels.tsx'
import { switchPublicPage, useWorkspace } from './workspace.data.ts'

/** Subscribers, labels, the time to undo publishing, and the public page. */
export function ChangelogMenu() {
  const [dialog, openDialog] = useState<ReactNode>(null)
  return (
    <>
      <Menu
        label={text.label}
        align="end"
        trigger={<IconButton icon={Ellipsis} label={text.label} />}
      >
        <ChangelogMenuItems openDialog={openDialog} />
      </Menu>
      {dialog}
    </>
  )
}

interface ChangelogMenuItemsProps {
  openDialog: (dialog: ReactNode) => void
}

function ChangelogMenuItems({ openDialog }: ChangelogMenuItemsProps) {
  const navigate = useNavigate()
  const hasLabels = useCapability('feedback.config')
  const canWrite = useCanWrite()
  const wait = usePreference('publish_wait')
  const close = () => openDialog(null)
  return (
    <>
      <MenuItem icon={Users} onSelect={() => void navigate(paths.subscribers())}>
        {text.subscribers}
      </MenuItem>
      {canWrite && hasLabels && (
        <MenuItem icon={Tag} onSelect={() => openDialog(<LabelsDialog onClose={close} />)}>
          {text.labels}
        </MenuItem>
      )}
      {canWrite && (
        <>
          <MenuSeparator />
          <MenuRadioGroup
            label={text.wait}
            value={wait}
            options={(['0', '6', '30'] as const).map((value) => ({
              value,
              label: text.waits[value],
            }))}
            onChoose={(value) => setPreference('publish_wait', value)}
          />
        </>
      )}
      <PublicPage openDialog={openDialog} />
    </>
  )
}

/** Only where the server has one. */
function PublicPage({ openDialog }: ChangelogMenuItemsProps) {
  const session = useSession()
  const workspace = useWorkspace()
  const isAdmin = useMe()?.key.admin === true
  const reason = useDisabledReason()
  if (!workspace) return null
  const { public_changelog: isOn, public_changelog_url: url } = workspace
  const close = () => openDialog(null)
  const ask = () => openDialog(<SwitchOnDialog onClose={close} />)
  return (
    <>
      <MenuSeparator />
      {isAdmin && !reason ? (
        <MenuRadioGroup
          label={text.page}
          value={isOn ? 'on' : 'off'}
          options={[
            { value: 'off', label: text.off },
            { value: 'on', label: text.on },
          ]}
          onChoose={(value) => {
            if (value === 'on' && !isOn) ask()
            if (value === 'off' && isOn) switchPublicPage(session, false)
          }}
        />
      ) : (
        <MenuText>
          {isOn ? text.switchedOn : text.switchedOff}. {text.adminOnly}
        </MenuText>
      )}
      {url && (
        <MenuItem icon={ExternalLink} onSelect={() => void window.open(url, '_blank', 'noopener')}>
          {text.openPage}
        </MenuItem>
      )}
    </>
  )
}

/** Asks before everyone can read the published entries. */
function SwitchOnDialog({ onClose }: { onClose: () => void }) {
  const session = useSession()
  return (
    <ConfirmDialog
      title={text.switchOnTitle}
      secondary={{ label: messages.app.cancel, run: onClose }}
      primary={{
        label: text.switchOn,
        run: () => {
          onClose()
          switchPublicPage(session, true)
        },
      }}
      onClose={onClose}
    >
      <p>{text.switchOnEffect}</p>
    </ConfirmDialog>
  )
}

/** Says that the public page is off, and offers it to those who may switch it on. */
export function PublicPageOffer() {
  const workspace = useWorkspace()
  const isAdmin = useMe()?.key.admin === true
  const offlineProps = useOfflineProps()
  const [isConfirming, setConfirming] = useState(false)
  if (!workspace || workspace.public_changelog) return null
  return (
    <div className="mt-1 grid justify-items-start gap-2 border-t border-line pt-3 text-meta text-ink-2">
      <p>{text.isOff}</p>
      {isAdmin ? (
        <Button {...offlineProps} size="small" onClick={() => setConfirming(true)}>
          {text.switchOnPage}
        </Button>
      ) : (
        <p>{text.adminOnly}</p>
      )}
      {isConfirming && <SwitchOnDialog onClose={() => setConfirming(false)} />}
    </div>
  )
}
