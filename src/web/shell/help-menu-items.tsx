import Clipboard from 'lucide-react/icons/clipboard'
import Keyboard from 'lucide-react/icons/keyboard'
import Newspaper from 'lucide-react/icons/newspaper'

import { shell } from '#web/messages/en/shell.ts'
import { useSession } from '#web/session/session.ts'
import { currentPage } from '#web/shell/keyboard/page-name.ts'
import { MenuItem, MenuLine, MenuNote } from '#web/ui/menu.tsx'
import { overlay } from './overlays.ts'
import { copySupportDetails } from './support-details.ts'

const said = shell.actions

/** What this page is for, the keyboard map, what is new, and what support asks for. */
export function HelpItems() {
  const session = useSession()
  const about = shell.help.pages[currentPage()]
  return (
    <>
      {about && (
        <>
          <MenuNote>{about}</MenuNote>
          <MenuLine />
        </>
      )}
      <MenuItem icon={Keyboard} onSelect={() => overlay.set('shortcuts')}>
        {said.shortcuts}
      </MenuItem>
      <MenuItem icon={Newspaper} onSelect={() => overlay.set('news')}>
        {said.news}
      </MenuItem>
      <MenuItem icon={Clipboard} onSelect={() => void copySupportDetails(session)}>
        {said.support}
      </MenuItem>
    </>
  )
}
