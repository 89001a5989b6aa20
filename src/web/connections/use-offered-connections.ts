import { useEffect, useRef, useState } from 'react'

import { type Connection, type ConnectionInfo, isConnection } from '#web/session/connections.ts'
import { randomId } from '#web/session/random-id.ts'
import { hasStrings } from '#web/session/storage.ts'
import { CHANNEL, channelOf, fieldOf } from './shared-connection.ts'

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

const isOffer = (value: unknown): value is ConnectionInfo =>
  hasStrings(value, 'base_url', 'fingerprint', 'last4')
