import { createHmac, randomBytes } from 'node:crypto'

import { attemptId } from './attempts.rules.ts'

const prefix = 'whsec_'

/** A secret for a webhook that brings none of its own. */
export const createSecret = () => prefix + randomBytes(32).toString('base64')

interface SignedContent {
  readonly secret: string
  /** Signs too until the overlap of a rotation ends. */
  readonly previousSecret?: string | undefined
  /** The id of the event, equal in every attempt. */
  readonly id: string
  /** Seconds. */
  readonly timestamp: number
  /** Exactly as it is stored and sent. */
  readonly body: string
}

/**
 * The headers of an attempt, in two schemes. `X-Service-Signature` is that of GitHub: hexadecimal, over the body, and its
 * key is the secret as it is shown. `webhook-signature` is that of Standard Webhooks: base64, also over id and timestamp.
 */
export function signDelivery(content: SignedContent): Record<string, string> {
  const { secret, previousSecret, id, timestamp, body } = content
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret]
  const [current, previous] = secrets.map((key) => `sha256=${sign(Buffer.from(key), body, 'hex')}`)
  const standard = secrets.map(
    (key) => `v1,${sign(standardKey(key), `${id}.${timestamp}.${body}`, 'base64')}`,
  )
  return {
    'X-Service-Signature': current!,
    ...(previous && { 'X-Service-Signature-Previous': previous }),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.join(' '),
  }
}

interface DeliveryAttempt {
  /** Of the delivery. */
  readonly id: string
  readonly event_id: string
  readonly kind: string
  readonly attempt_count: number
  readonly body: string
  readonly at: Date
  readonly secret: string
  readonly previousSecret: string | undefined
}

/** What the service itself sends with an attempt. */
export const attemptHeaders = (attempt: DeliveryAttempt): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': 'Service-Webhooks/1',
  'X-Service-Event': attempt.kind,
  'X-Service-Event-Id': attempt.event_id,
  'X-Service-Delivery': attemptId(attempt.id, attempt.attempt_count),
  'X-Service-Attempt': String(attempt.attempt_count),
  ...signDelivery({
    ...attempt,
    id: attempt.event_id,
    timestamp: Math.floor(attempt.at.getTime() / 1000),
  }),
})

const sign = (key: Buffer, content: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', key).update(content).digest(encoding)

/**
 * The libraries of Standard Webhooks and Svix decode what follows `whsec_`, or the whole secret without that prefix. They
 * refuse a secret that is not base64 unless its format is `raw`, where its bytes are the key; so they are here.
 */
const standardKey = (secret: string): Buffer =>
  decodeBase64(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret) ??
  Buffer.from(secret)

/** As those libraries do: without padding too, and without a last character that is no whole byte. */
function decodeBase64(text: string): Buffer | undefined {
  const digits = text.replace(/={1,2}$/, '')
  if (digits.includes('=')) return undefined
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits
  return /^[A-Za-z0-9+/]+$/.test(whole) ? Buffer.from(whole, 'base64') : undefined
}
