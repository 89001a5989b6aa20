import { useKeyState } from '#web/session/capabilities.ts'
import { useSession } from '#web/session/session.ts'
import { connection as said } from '#web/words/en-connection.ts'
import { ConnectionLine, LineAction } from './connection-line.tsx'

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
