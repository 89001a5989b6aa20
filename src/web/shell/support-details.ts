import { asApiError } from '#client/api-error.ts'
import { shell } from '#web/messages/en/shell.ts'
import type { KeySession } from '#web/session/session.ts'
import { currentPage } from '#web/shell/keyboard/page-name.ts'
import { copy } from '#web/ui/clipboard.ts'

const version = import.meta.glob<string>('/package.json', { import: 'version' })['/package.json']

/** Versions, page, and the last thing that went wrong. Never the key, and no address of a workspace's things. */
export async function supportDetails({ abilities, cache }: KeySession): Promise<string> {
  const { me, seed_only } = abilities.get()
  const failed = [
    ...cache
      .getQueryCache()
      .getAll()
      .map(({ state }) => ({ ...state, at: state.errorUpdatedAt })),
    ...cache
      .getMutationCache()
      .getAll()
      .map(({ state }) => ({ ...state, at: state.submittedAt })),
  ].filter(({ error }) => error !== null)
  const last = failed.toSorted((one, other) => other.at - one.at)[0]
  const error = last && asApiError(last.error)
  const rows = [
    // The number comes with code of its own, which may not come.
    ['Dashboard', await version?.().catch(() => undefined)],
    ['Service', me ? `${me.server.name} ${me.server.version}` : seed_only && 'public document'],
    ['Page', currentPage()],
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
  copy(await supportDetails(session), shell.actions.supportCopied)
