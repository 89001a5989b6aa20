import ListChecks from 'lucide-react/icons/list-checks'
import SquareCheck from 'lucide-react/icons/square-check'
import { useNavigate } from 'react-router-dom'

import { postsText as text } from '#web/messages/en/posts.ts'
import { paths } from '#web/paths.ts'
import { MenuItem } from '#web/ui/menu.tsx'

export interface InboxMenuItemsProps {
  onSelect: (() => void) | undefined
}

export function InboxMenuItems({ onSelect }: InboxMenuItemsProps) {
  const navigate = useNavigate()
  return (
    <>
      {onSelect && (
        <MenuItem icon={SquareCheck} onSelect={onSelect}>
          {text.select}
        </MenuItem>
      )}
      <MenuItem icon={ListChecks} onSelect={() => void navigate(paths.feedbackSetup())}>
        {text.setup}
      </MenuItem>
    </>
  )
}
