import { hash } from 'node:crypto'

import { versionMismatch } from '#service/refusal.ts'

const shortHash = (body: string) => hash('sha1', body, 'base64url').slice(0, 16)

/** A resource: its version and a hash of the body. A list: a weak hash of the whole body. */
export function etagOf(output: unknown, body: string): string {
  const version =
    typeof output === 'object' && output !== null && 'version' in output
      ? output.version
      : undefined
  return typeof version === 'string' ? `"${version}.${shortHash(body)}"` : `W/"${shortHash(body)}"`
}

export const matchesAny = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((candidate) => strong(candidate) === strong(etag)))

/** Compares the version only: a changed count, such as a new vote, is no conflict. */
export const versionGuard = (ifMatch: string | undefined) => (current: { version: string }) => {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const versions = ifMatch.split(',').map((etag) => strong(etag).replace(/"/g, '').split('.')[0])
  if (!versions.includes(current.version)) throw versionMismatch(`"${current.version}"`)
}

// A proxy that compresses the body may mark the ETag as weak.
const strong = (etag: string) => etag.trim().replace(/^W\//, '')
