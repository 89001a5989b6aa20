let exactly = false
const watching = new Set<() => void>()

/** Whether moments are written out instead of "3 hours ago"; told through `app/keep-look.ts`. */
export function showTimesExactly(exact: boolean) {
  if (exact === exactly) return
  exactly = exact
  for (const tell of watching) tell()
}

export const timesAreExact = () => exactly

export function onTimeStyle(tell: () => void) {
  watching.add(tell)
  return () => void watching.delete(tell)
}
