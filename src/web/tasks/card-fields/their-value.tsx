import { useEffect, useRef, useState } from 'react'

import { cardFieldText as text } from '#web/messages/en/card-fields.ts'
import { Button } from '#web/ui/button.tsx'

/** Someone else's value, beside what is being typed. */
export const TheirValue = ({ message, onTake }: { message: string; onTake: () => void }) => (
  <div
    role="status"
    className="grid justify-items-start gap-2 rounded-card bg-info-soft px-3 py-2 text-cell text-info-ink"
  >
    <p dir="auto" className="line-clamp-4 wrap-anywhere">
      {message}
    </p>
    <Button size="small" onClick={onTake}>
      {text.takeTheirs}
    </Button>
  </div>
)

/** For a field whose value someone else changes: it is highlighted for a moment. Own changes keep the version. */
export function useTheirChange(value: string, version: string | undefined) {
  const [changes, setChanges] = useState(0)
  const previous = useRef({ value, version })
  useEffect(() => {
    const before = previous.current
    previous.current = { value, version }
    if (before.value !== value && before.version !== version) setChanges((count) => count + 1)
  }, [value, version])
  // Another key starts the animation again.
  return changes === 0 ? {} : { 'data-theirs': changes % 2 === 0 ? 'even' : 'odd' }
}
