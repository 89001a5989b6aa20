import { useEffect, useRef, useState } from 'react'

import { type Connection, type ConnectionInfo, isConnection } from '#web/session/connections.ts'
import { randomId } from '#web/session/random-id.ts'
import { useSession } from '#web/session/session.ts'
import { hasStrings } from '#web/session/storage.ts'
import { useConnection } from '#web/session/use-connection.ts'

// A tab without a connection requests the one of another tab, which is kept "until I close the tab" and is therefore in no
// storage that tabs share. Tabs of other origins never receive these messages. On the shared channel there is only the
// number of a request. Everything else passes over a channel of that number, so other waiting tabs receive no key:
//   1  all tabs          { request: number }
//   2  signed-in tab     { offer: the connection without its key }
//   3  requesting tab    { accept: fingerprint }, after a click; { withdraw: true } when its page goes
//   4  signed-in tab     { connection }, once
const CHANNEL = 'workspace-admin:connections'
const channelOf = (request: string) => new BroadcastChannel(`${CHANNEL}:${request}`)

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

const RESPONSE_TIMEOUT_MS = 3000

/** The connections that other tabs offer, and a function that takes one; it resolves to undefined when its tab is gone. */
export function useOfferedConnections() {
  const [offers, setOffers] = useState<readonly ConnectionInfo[]>([])
  const channel = useRef<BroadcastChannel>(undefined)
  const receive = useRef<(connection: Connection) => void>(undefined)

  useEffect(() => {
    if (!globalThis.BroadcastChannel) return
    const request = randomId()
    const own = channelOf(request)
    channel.current = own
    own.onmessage = ({ data }: MessageEvent<unknown>) => {
      const offer = fieldOf(data, 'offer')
      if (isOffer(offer)) setOffers((before) => [...without(before, offer.fingerprint), offer])
      const connection = fieldOf(data, 'connection')
      if (isConnection(connection)) receive.current?.(connection)
    }
    const requests = new BroadcastChannel(CHANNEL)
    const send = () => requests.postMessage({ request })
    send()
    // Another tab may have signed in meanwhile. One that has answered does not answer again.
    addEventListener('focus', send)
    return () => {
      removeEventListener('focus', send)
      own.postMessage({ withdraw: true })
      own.close()
      requests.close()
    }
  }, [])

  const accept = ({ fingerprint }: ConnectionInfo) =>
    new Promise<Connection | undefined>((resolve) => {
      const timer = setTimeout(() => {
        setOffers((before) => without(before, fingerprint))
        resolve(undefined)
      }, RESPONSE_TIMEOUT_MS)
      receive.current = (connection) => {
        if (connection.fingerprint !== fingerprint) return
        clearTimeout(timer)
        resolve(connection)
      }
      channel.current?.postMessage({ accept: fingerprint })
    })
  return { offers, accept }
}

const without = (offers: readonly ConnectionInfo[], fingerprint: string) =>
  offers.filter((offer) => offer.fingerprint !== fingerprint)

const fieldOf = (data: unknown, field: string): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, field) : undefined

function textOf(data: unknown, field: string): string | undefined {
  const value = fieldOf(data, field)
  return typeof value === 'string' ? value : undefined
}

const isOffer = (value: unknown): value is ConnectionInfo =>
  hasStrings(value, 'base_url', 'fingerprint', 'last4')
