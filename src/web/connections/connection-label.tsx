import { messages } from '#web/messages/en/app.ts'
import type { ConnectionInfo } from '#web/session/connections.ts'

export const keyNameOf = ({ key_name, last4 }: ConnectionInfo) =>
  key_name ?? messages.app.connections.key(last4)

const isReadOnly = ({ read_only, scope }: ConnectionInfo) => read_only === true || scope === 'read'

export function ScopePill({ connection }: { connection: ConnectionInfo }) {
  const read = isReadOnly(connection)
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1.5 rounded-chip px-2 py-0.5 text-tag forced-colors:border ${read ? 'bg-mute-soft text-mute-ink' : 'bg-ok-soft text-ok-ink'}`}
    >
      <span
        aria-hidden
        className={`size-1.5 rounded-full ${read ? 'bg-mute-solid' : 'bg-ok-solid'}`}
      />
      {read ? messages.app.scope.read : messages.app.scope.write}
    </span>
  )
}
