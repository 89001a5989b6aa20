import LinkIcon from 'lucide-react/icons/link'

import { copyLinkText as text } from '#web/messages/en/copy-link.ts'
import { useSession } from '#web/session/session.ts'
import { formatSharedLink } from '#web/session/workspace-ref.ts'
import { Button } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/clipboard.ts'

/** Copies the address of the page with its workspace, as it is shared with other people. On a phone its icon. */
export function CopyLinkButton() {
  const session = useSession()
  const copy = () => void copyToClipboard(formatSharedLink(session, location.href), text.copied)
  return (
    <Button icon={LinkIcon} onClick={copy}>
      <span className="max-md:sr-only">{text.label}</span>
    </Button>
  )
}
