export interface Cluster {
  readonly url: string
  /** The server's log file. */
  readonly log: string
  readonly stop: () => void
}

export function startPrivateCluster(
  bin: string,
  settings?: Readonly<Record<string, string>>,
): Promise<Cluster>
