import { connection as said } from '#web/messages/en/connection.ts'
import { useSession } from '#web/session/session.ts'
import { useKeyState } from '#web/session/use-capabilities.ts'
import { ConnectionLine, LineAction } from './banner.tsx'

/** The key was refused and the question about it put off: the way back to it. */
export function KeyLine() {
  const { ownKey } = useSession()
  if (useKeyState() !== 'left') return null
  return (
    <ConnectionLine said={`${said.refused}.`}>
      {said.refused}.
      <LineAction onClick={() => void ownKey.anotherKey()}>{said.enterKey}</LineAction>
    </ConnectionLine>
  )
}
