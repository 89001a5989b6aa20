import Clipboard from 'lucide-react/icons/clipboard'
import Keyboard from 'lucide-react/icons/keyboard'
import Newspaper from 'lucide-react/icons/newspaper'

import { asApiError } from '#client/api-error.ts'
import { shellDialogText } from '#web/messages/en/shell-dialogs.ts'
import { useSession, type KeySession } from '#web/session/session.ts'
import { currentPageName } from '#web/shell/keyboard/page-controls.ts'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { MenuItem, MenuSeparator, MenuText } from '#web/ui/popup/menu.tsx'
import { overlay } from './overlays.ts'

const text = shellDialogText.actions

/** What this page is for, and the help commands. */
export function HelpMenuItems() {
  const about = shellDialogText.help.pages[currentPageName()]
  return (
    <>
      {about && (
        <>
          <MenuText>{about}</MenuText>
          <MenuSeparator />
        </>
      )}
      <HelpCommands />
    </>
  )
}

export function HelpCommands() {
  const session = useSession()
  return (
    <>
      <MenuItem icon={Keyboard} onSelect={() => overlay.set('shortcuts')}>
        {text.shortcuts}
      </MenuItem>
      <MenuItem icon={Newspaper} onSelect={() => overlay.set('news')}>
        {text.news}
      </MenuItem>
      <MenuItem icon={Clipboard} onSelect={() => void copySupportDetails(session)}>
        {text.support}
      </MenuItem>
    </>
  )
}

const version = import.meta.glob<string>('/package.json', { import: 'version' })['/package.json']

/** Versions, page and last error. Never the key, and no URL of a workspace's resources. */
async function supportDetails({ capabilities, queryClient }: KeySession): Promise<string> {
  const { me, public_api_only } = capabilities.get()
  const failures = [
    ...queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => ({ ...state, at: state.errorUpdatedAt })),
    ...queryClient
      .getMutationCache()
      .getAll()
      .map(({ state }) => ({ ...state, at: state.submittedAt })),
  ].filter(({ error }) => error !== null)
  const last = failures.toSorted((a, b) => b.at - a.at)[0]
  const error = last && asApiError(last.error)
  const rows = [
    // The version is in a chunk of its own, which may fail to load.
    ['Dashboard', await version?.().catch(() => undefined)],
    ['Service', me ? `${me.server.name} ${me.server.version}` : public_api_only && 'public API'],
    ['Page', currentPageName()],
    ['Last error', error && `${error.code} (${error.status}) ${error.message}`],
    ['Request', error?.request_id],
    ['Failed at', last && new Date(last.at).toISOString()],
    ['Time', new Date().toISOString()],
    ['Browser', navigator.userAgent],
  ]
  return rows
    .filter(([, value]) => value)
    .map((row) => row.join(': '))
    .join('\n')
}

export const copySupportDetails = async (session: KeySession) =>
  copyToClipboard(await supportDetails(session), shellDialogText.actions.supportCopied)
