let ahead = 0

/** Milliseconds by which the service's clock is ahead; told by the session through `connections/active-session.ts`. */
export const setServerTimeOffset = (milliseconds: number) => {
  ahead = milliseconds
}

/** The moment it is for the service: what "overdue" and "3 hours ago" are measured against. */
export const now = () => new Date(Date.now() + ahead)
