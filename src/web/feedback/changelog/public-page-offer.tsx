import { useState } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { changelogMenuText as text } from '#web/messages/en/changelog-menu.ts'
import { useSession } from '#web/session/session.ts'
import { useMe } from '#web/session/use-capabilities.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { switchPublicPage, useWorkspace } from './workspace.data.ts'

/** Asks before everyone can read the published entries. */
export function SwitchOnDialog({ onClose }: { onClose: () => void }) {
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
