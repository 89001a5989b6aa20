/** What a server allows besides its rate limits. Documents name these numbers, and a test compares them. */
export const httpLimits = {
  /** Connections of an address; behind a proxy, whose connections carry many clients, requests at a time of a client. */
  perClient: 512,
  /** In all. */
  connections: 4096,
  /** Requests of one connection that wait for their response. Browsers and proxies send the next one after it. */
  pipelined: 64,
  /** A connection that sends nothing for so long after it was opened is closed. */
  silentSeconds: 60,
  streamsPerKey: 20,
} as const
