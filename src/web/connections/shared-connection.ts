import { useEffect, useRef } from 'react'

import { useSession } from '#web/session/session.ts'
import { useConnection } from '#web/session/use-connection.ts'

// A tab without a connection requests the one of another tab, which is kept "until I close the tab" and is therefore in no
// storage that tabs share. Tabs of other origins never receive these messages. On the shared channel there is only the
// number of a request. Everything else passes over a channel of that number, so other waiting tabs receive no key:
//   1  all tabs          { request: number }
//   2  signed-in tab     { offer: the connection without its key }
//   3  requesting tab    { accept: fingerprint }, after a click; { withdraw: true } when its page goes
//   4  signed-in tab     { connection }, once
// The requesting tab is in use-offered-connections.ts, which only the sign-in page loads.
export const CHANNEL = 'workspace-admin:connections'
export const channelOf = (request: string) => new BroadcastChannel(`${CHANNEL}:${request}`)

/** Offers the connection of this tab to tabs that request one. Each request gets the key at most once. */
export function useConnectionOffer() {
  const { keyState } = useSession()
  const connection = useConnection()
  const { fingerprint, keep } = connection
  const latest = useRef(connection)
  useEffect(() => {
    latest.current = connection
  }, [connection])

  useEffect(() => {
    // One that is kept on this device is in the store that tabs share.
    if (keep !== 'tab' || !globalThis.BroadcastChannel) return
    const requests = new BroadcastChannel(CHANNEL)
    const open = new Map<string, BroadcastChannel>()
    requests.onmessage = ({ data }: MessageEvent<unknown>) => {
      const id = textOf(data, 'request')
      if (id === undefined || open.has(id) || keyState.get() !== 'accepted') return
      const channel = channelOf(id)
      open.set(id, channel)
      channel.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (textOf(data, 'accept') === fingerprint)
          channel.postMessage({ connection: latest.current })
        else if (fieldOf(data, 'withdraw') !== true) return
        channel.close()
      }
      const { key: _, ...offer } = latest.current
      channel.postMessage({ offer })
    }
    return () => {
      requests.close()
      for (const channel of open.values()) channel.close()
    }
  }, [fingerprint, keep, keyState])
}

export const fieldOf = (data: unknown, field: string): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, field) : undefined

export function textOf(data: unknown, field: string): string | undefined {
  const value = fieldOf(data, field)
  return typeof value === 'string' ? value : undefined
}
