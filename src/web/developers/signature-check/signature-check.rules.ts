/** What people paste; the body is the exact text that was received. */
export interface SignatureInput {
  readonly body: string
  readonly secret: string
  /** `sha256=…`, or `v1,…` once or more. */
  readonly signature: string
  /** Of the headers `webhook-id` and `webhook-timestamp`, which only `v1,…` needs. */
  readonly id: string
  readonly timestamp: string
}

type Scheme = 'hex' | 'standard'

/** Why a signature does not match, found by computing it that way. */
type Reason =
  | 'newline-missing'
  | 'newline-added'
  | 'crlf'
  | 'lf'
  | 'bom-missing'
  | 'bom-added'
  | 'compact'
  | 'spaced'
  | 'pretty'
  | 'escaped'
  | 'unescaped'
  | 'secret-spaces'
  | 'secret-decoded'
  | 'secret-literal'
  | 'secret-prefix'
  | 'base64'
  | 'hex'
  | 'body-only'

export type CheckResult =
  | { readonly kind: 'match'; readonly scheme: Scheme }
  /** Without reasons none of the usual ones explains it. */
  | { readonly kind: 'mismatch'; readonly reasons: readonly Reason[] }
  | { readonly kind: 'unreadable-signature' | 'needs-id' | 'lone-surrogate' | 'no-crypto' }

interface Signature {
  readonly scheme: Scheme
  readonly digest: string
}

/** The signatures of a header value; undefined where it is none. */
export function parseSignatures(text: string): readonly Signature[] | undefined {
  const parts = text.trim().split(/\s+/)
  const signatures = parts.flatMap((part): Signature[] => {
    const hex = /^(?:sha256=)?([0-9a-f]{64})$/i.exec(part)?.[1]
    if (hex) return [{ scheme: 'hex', digest: hex.toLowerCase() }]
    const other = /^sha256=([A-Za-z0-9+/]{43}=)$/.exec(part)?.[1]
    if (other) return [{ scheme: 'hex', digest: other }]
    const standard = /^v1,([A-Za-z0-9+/]{43}=|[0-9a-f]{64})$/i.exec(part)?.[1]
    return standard ? [{ scheme: 'standard', digest: standard }] : []
  })
  return signatures.length > 0 && signatures.length === parts.length ? signatures : undefined
}

/** Computes the signatures in this browser, and the usual mistakes where none matches. */
export async function checkSignature(input: SignatureInput): Promise<CheckResult> {
  const signatures = parseSignatures(input.signature)
  if (!signatures) return { kind: 'unreadable-signature' }
  if (!globalThis.crypto?.subtle) return { kind: 'no-crypto' }
  const isStandard = signatures.some(({ scheme }) => scheme === 'standard')
  if (isStandard && (!input.id.trim() || !input.timestamp.trim())) return { kind: 'needs-id' }
  // UTF-8 has no bytes for half of a surrogate pair, so no server has signed such a text.
  if (/\p{Surrogate}/u.test(input.body)) return { kind: 'lone-surrogate' }

  const explanations: (readonly Reason[])[] = []
  for (const { scheme, digest } of signatures) {
    for (const key of keysOf(scheme, input.secret)) {
      for (const body of bodiesOf(input.body)) {
        for (const content of contentsOf(scheme, body.text, input)) {
          const bytes = await sign(key.bytes, content.text)
          const encoding = encodingOf(scheme, digest, bytes)
          if (!encoding) continue
          const reasons = [...key.reasons, ...body.reasons, ...content.reasons, ...encoding.reasons]
          if (reasons.length === 0) return { kind: 'match', scheme }
          explanations.push(reasons)
        }
      }
    }
  }
  const [simplest = []] = explanations.sort((a, b) => a.length - b.length)
  return { kind: 'mismatch', reasons: simplest }
}

interface Variant {
  readonly reasons: readonly Reason[]
}

/** The key of each scheme first, then the others that people take. */
function keysOf(scheme: Scheme, secret: string): readonly (Variant & { bytes: Uint8Array })[] {
  const trimmed = secret.trim()
  const spaces: readonly Reason[] = trimmed === secret ? [] : ['secret-spaces']
  const literal = { bytes: encode(secret), reasons: [] }
  const decoded = (reasons: readonly Reason[]) => {
    const bytes = decodeBase64(trimmed.replace(/^whsec_/, ''))
    return bytes ? [{ bytes, reasons }] : []
  }
  const withoutSpaces = spaces.length > 0 ? [{ bytes: encode(trimmed), reasons: spaces }] : []
  if (scheme === 'standard') {
    const keys = decoded(spaces)
    // A secret that is no base64 is used as it is.
    if (keys.length === 0) return [literal, ...withoutSpaces]
    return [...keys, { bytes: encode(trimmed), reasons: [...spaces, 'secret-literal'] }]
  }
  return [
    literal,
    ...withoutSpaces,
    ...decoded(['secret-decoded']),
    ...(trimmed.startsWith('whsec_')
      ? [{ bytes: encode(trimmed.slice(6)), reasons: ['secret-prefix'] as const }]
      : [{ bytes: encode(`whsec_${trimmed}`), reasons: ['secret-prefix'] as const }]),
  ]
}

const BOM = '\uFEFF'

/** The body, and what it was before it was copied or parsed. */
function bodiesOf(body: string): readonly (Variant & { text: string })[] {
  const variants: [Reason, string | undefined][] = [
    ['newline-missing', `${body}\n`],
    ['newline-missing', `${body}\r\n`],
    ['newline-added', body.replace(/[\r\n]+$/, '')],
    ['crlf', body.replaceAll('\r\n', '\n')],
    ['lf', body.replaceAll(/\r?\n/g, '\r\n')],
    ['bom-missing', BOM + body],
    ['bom-added', body.startsWith(BOM) ? body.slice(1) : body],
    ...reserialize(body),
  ]
  const seen = new Set([body])
  const others = variants.flatMap(([reason, text]) => {
    if (text === undefined || seen.has(text)) return []
    seen.add(text)
    return [{ text, reasons: [reason] }]
  })
  return [{ text: body, reasons: [] }, ...others]
}

/** The same value as other programs write it. */
function reserialize(body: string): [Reason, string][] {
  let value: unknown
  try {
    value = JSON.parse(body.replace(BOM, ''))
  } catch {
    return []
  }
  const compact = JSON.stringify(value)
  return [
    ['unescaped', unescapeCharacters(body)],
    ['compact', compact],
    ['pretty', JSON.stringify(value, null, 2)],
    ['pretty', `${JSON.stringify(value, null, 2)}\n`],
    ['pretty', JSON.stringify(value, null, 4)],
    ['spaced', addSpaces(compact)],
    ['escaped', escapeNonAscii(compact)],
    ['escaped', escapeNonAscii(addSpaces(compact))],
    ['escaped', escapeNonAscii(compact).replaceAll('/', '\\/')],
  ]
}

/** As Python writes JSON: a space after each comma and colon outside of strings. */
const addSpaces = (json: string) =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"|[,:]/g, (part) => (part.length === 1 ? `${part} ` : part))

const escapeNonAscii = (json: string) =>
  json.replaceAll(
    /[\u0080-\uFFFF]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Only what some programs escape without need: characters outside of ASCII, and slashes. */
const unescapeCharacters = (json: string) =>
  json.replaceAll(/\\(?:u([0-9a-f]{4})|[^u])/gi, (escape, hex?: string) => {
    const code = Number.parseInt(hex ?? '', 16)
    return escape === '\\/' ? '/' : code > 0x7f ? String.fromCharCode(code) : escape
  })

/** What the scheme signs. */
function contentsOf(
  scheme: Scheme,
  body: string,
  { id, timestamp }: SignatureInput,
): readonly (Variant & { text: string })[] {
  if (scheme === 'hex') return [{ text: body, reasons: [] }]
  return [
    { text: `${id.trim()}.${timestamp.trim()}.${body}`, reasons: [] },
    { text: body, reasons: ['body-only'] },
  ]
}

function encodingOf(scheme: Scheme, digest: string, bytes: Uint8Array): Variant | undefined {
  const inHex = toHex(bytes) === digest.toLowerCase()
  const inBase64 = toBase64(bytes) === digest
  if (scheme === 'hex')
    return inHex ? { reasons: [] } : inBase64 ? { reasons: ['base64'] } : undefined
  return inBase64 ? { reasons: [] } : inHex ? { reasons: ['hex'] } : undefined
}

async function sign(key: Uint8Array, text: string): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  // WebCrypto refuses an empty key.
  const bytes = key.length > 0 ? key : new Uint8Array(1)
  const { subtle } = globalThis.crypto
  const imported = await subtle.importKey('raw', new Uint8Array(bytes), algorithm, false, ['sign'])
  return new Uint8Array(await subtle.sign('HMAC', imported, new Uint8Array(encode(text))))
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** As the service does: without padding too, and without a last character that is no whole byte. */
function decodeBase64(text: string): Uint8Array | undefined {
  const digits = text.replace(/={1,2}$/, '')
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits
  if (!/^[A-Za-z0-9+/]+$/.test(whole)) return undefined
  return Uint8Array.from(atob(whole), (char) => char.charCodeAt(0))
}

const toHex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
