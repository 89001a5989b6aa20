/** What other products call the statuses that every workspace begins with. */
const known: Readonly<Record<string, string>> = {
  active: 'open',
  reopened: 'open',
  started: 'in_progress',
  completed: 'complete',
  shipped: 'complete',
  done: 'complete',
  declined: 'closed',
  duplicate: 'closed',
  not_planned: 'closed',
}

/** The key of a status for what a file calls it; undefined when it says nothing. */
export function statusKey(word: string): string | undefined {
  const key = word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  if (key === '') return undefined
  return Object.hasOwn(known, key) ? known[key] : key
}

/** Of an issue that is open or closed, with the reason. Closed without one is done. */
export function issueStatus(state: unknown, reason: unknown): string {
  if (String(state).toLowerCase() !== 'closed') return 'open'
  return statusKey(typeof reason === 'string' ? reason : 'completed') ?? 'complete'
}
