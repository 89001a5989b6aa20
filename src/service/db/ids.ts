import { randomBytes } from 'node:crypto'

type IdPrefix =
  | 'wsp'
  | 'lst'
  | 'con'
  | 'seg'
  | 'cmp'
  | 'aut'
  | 'enr'
  | 'brd'
  | 'bls'
  | 'lbl'
  | 'crd'
  | 'mem'
  | 'fbd'
  | 'sta'
  | 'ptg'
  | 'pst'
  | 'vot'
  | 'cmt'
  | 'usr'
  | 'chg'
  | 'cll'
  | 'sub'
  | 'key'
  | 'whk'
  | 'dlv'
  | 'evt'
  | 'imp'
  | 'act'
  | 'aud'
  | 'sup'
  | 'ver'
  | 'viw'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const randomSize = 1n << 80n

/** Each id is greater than the previous one. */
export function createIds() {
  let lastTime = 0
  let lastRandom = 0n

  /** `crd_` and a ULID: 48 bits of milliseconds, 80 random ones. */
  return (prefix: IdPrefix, now: Date = new Date()): string => {
    const time = now.getTime()
    if (time > lastTime) {
      lastTime = time
      lastRandom = BigInt(`0x${randomBytes(10).toString('hex')}`)
    } else if (++lastRandom === randomSize) {
      // The same millisecond, or a clock that was set back: continue from the last id.
      lastTime += 1
      lastRandom = 0n
    }
    return `${prefix}_${crockford(BigInt(lastTime) * randomSize + lastRandom)}`
  }
}

/** One generator per process, so that ids sort by creation. */
export const newId = createIds()

/** `newId`, or a seeded generator. */
export type CreateId = (prefix: IdPrefix, now: Date) => string

/** An id of that time whose random part comes from `randomBelow(32)`, for reproducible workspaces. */
export function seededId(
  prefix: IdPrefix,
  time: Date,
  randomBelow: (limit: number) => number,
): string {
  let text = crockford(BigInt(time.getTime()) * randomSize).slice(0, 10)
  while (text.length < 26) text += alphabet[randomBelow(32)]
  return `${prefix}_${text}`
}

/** Less than all ids created at `time` or later, greater than all earlier ones. No id is older than 1970. */
export const idAt = (prefix: IdPrefix, time: Date): string =>
  `${prefix}_${crockford(BigInt(Math.max(0, time.getTime())) * randomSize)}`

function crockford(value: bigint): string {
  let text = ''
  for (let remaining = value; text.length < 26; remaining >>= 5n)
    text = alphabet[Number(remaining & 31n)] + text
  return text
}
