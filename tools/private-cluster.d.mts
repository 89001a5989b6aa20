export interface Cluster {
  readonly url: string
  /** The server's log file. */
  readonly log: string
  /** Ends the server at once: SIGKILL, SIGQUIT (immediate shutdown) or SIGINT (fast shutdown). */
  readonly kill: (signal: NodeJS.Signals) => Promise<void>
  /** Ends the process of one connection with SIGKILL, after which the server restarts by itself. */
  readonly killBackend: () => void
  readonly restart: () => Promise<void>
  readonly stop: () => void
}

export function startPrivateCluster(
  bin: string,
  settings?: Readonly<Record<string, string>>,
): Promise<Cluster>
