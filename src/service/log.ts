export const levels = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof levels)[number]

export interface Log {
  (level: LogLevel, event: string, facts?: Readonly<Record<string, unknown>>): void
}

/** JSON lines on standard error. Callers pass facts, never keys, secrets, bodies or addresses. */
export function createLog(threshold: LogLevel): Log {
  const loudest = levels.indexOf(threshold)
  return (level, event, facts = {}) => {
    if (levels.indexOf(level) > loudest) return
    process.stderr.write(
      `${JSON.stringify({ time: new Date().toISOString(), level, event, ...facts })}\n`,
    )
  }
}
