export const logLevels = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

export interface Log {
  (level: LogLevel, event: string, fields?: Readonly<Record<string, unknown>>): void
}

/** JSON lines on standard error. Fields must never contain keys, secrets, bodies or email addresses. */
export function createLog(threshold: LogLevel): Log {
  const maxLevel = logLevels.indexOf(threshold)
  return (level, event, fields = {}) => {
    if (logLevels.indexOf(level) > maxLevel) return
    process.stderr.write(
      `${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`,
    )
  }
}
