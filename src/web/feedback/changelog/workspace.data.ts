import { useQuery } from '@tanstack/react-query'

import { changelogMenuText as text } from '#web/messages/en/changelog-menu.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { useTextPreference } from '#web/session/preferences.ts'
import type { KeySession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { currentZoneName } from '#web/ui/date/time-zones.rules.ts'
import { timeZone } from '#web/ui/format.ts'

/** The settings of the workspace, where the server offers them. */
export function useWorkspace() {
  const enabled = useCapability('workspace.write')
  return useQuery({ ...endpointQuery('GET /workspace', {}), enabled }).data
}

/** The zone of times to choose: that of the person, else that of the workspace, where UTC is the one that nobody chose. */
export function useDefaultZone(): string {
  const zone = useWorkspace()?.time_zone
  const hasChosen = useTextPreference('time_zone') !== ''
  return currentZoneName(!hasChosen && zone && zone !== 'UTC' ? zone : timeZone())
}

/** Switches the public page of the changelog. Needs `workspace.write` and an admin key. */
export function switchPublicPage(session: KeySession, isOn: boolean): void {
  void session.mutate(
    'PATCH /workspace',
    { public_changelog: isOn },
    {
      scope: 'workspace',
      undo: {
        label: isOn ? text.switchedOn : text.switchedOff,
        undo: () =>
          void session.mutate(
            'PATCH /workspace',
            { public_changelog: !isOn },
            { scope: 'workspace' },
          ),
      },
    },
  )
}
