import LinkIcon from 'lucide-react/icons/link'

import { copyLinkText as text } from '#web/messages/en/copy-link.ts'
import { useSession } from '#web/session/session.ts'
import { sharedLink } from '#web/session/workspace-ref.ts'
import { Button } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/clipboard.ts'

/** Copies the address of the page with its workspace, as it is shared with other people. On a phone its icon. */
export function CopyLinkButton() {
  const { connection, capabilities } = useSession()
  const copy = () => {
    const { name } = capabilities.get().me?.workspace ?? connection
    void copyToClipboard(sharedLink(location.href, { ...connection, name }), text.copied)
  }
  return (
    <Button icon={LinkIcon} onClick={copy}>
      <span className="max-md:sr-only">{text.label}</span>
    </Button>
  )
}
