/** The page that checks the signature of a webhook. */
export const signatureCheckText = {
  title: 'Signature check',
  developers: 'Developers',
  intro: 'Computed in this browser. Nothing you enter here is sent or stored.',
  body: 'Body',
  bodyHint: 'The raw request body, exactly as received.',
  prefilled: 'Filled in from the delivery you opened.',
  secret: 'Signing secret',
  secretHint: 'The whole secret, including whsec_.',
  signature: 'Signature',
  signatureHint: 'The value of X-Service-Signature (sha256=…) or webhook-signature (v1,…).',
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  check: 'Check signature',
  match: 'The signature matches',
  noMatch: 'The signature doesn’t match',
  schemes: {
    hex: 'X-Service-Signature: HMAC SHA-256 of the body, in hex.',
    standard: 'webhook-signature: HMAC SHA-256 of ID, timestamp and body, in Base64.',
  },
  found: 'It would match with this change:',
  noReason: {
    intro: 'None of the usual mistakes explains it. Check that:',
    secret:
      'the secret belongs to this webhook and is the current one. After a rotation the previous secret signs only until the overlap ends.',
    body: 'the body is from the same delivery and nothing in it was changed, not even one character.',
    header: 'the header is from the same attempt.',
  },
  reasons: {
    'newline-missing':
      'The signed body ends with a line break that this one lacks. Don’t trim the body.',
    'newline-added':
      'This body ends with a line break that wasn’t signed. Editors and echo add one.',
    crlf: 'The signed body has LF line ends; this one has CRLF.',
    lf: 'The signed body has CRLF line ends; this one has LF. Text fields change CRLF to LF.',
    'bom-missing': 'The signed body begins with a byte order mark (BOM) that this one lacks.',
    'bom-added': 'This body begins with a byte order mark (BOM) that wasn’t signed.',
    compact:
      'The signed body is compact JSON; this one was formatted or serialized again. Use the raw body, before a JSON parser.',
    spaced:
      'The signed body has spaces after commas and colons; this one was serialized again. Use the raw body.',
    pretty: 'The signed body is indented JSON; this one was serialized again. Use the raw body.',
    escaped:
      'The signed body has escaped characters such as \\u00eb; this one was decoded. Use the raw body.',
    unescaped:
      'The signed body has plain characters; in this one they are escaped. Use the raw body.',
    'secret-spaces': 'The secret has spaces or a line break around it. Remove them.',
    'secret-decoded':
      'X-Service-Signature uses the secret as text. The signature was computed with the Base64-decoded secret, as webhook-signature does.',
    'secret-literal':
      'webhook-signature uses the Base64-decoded part after whsec_. The signature was computed with the secret as text.',
    'secret-prefix':
      'The prefix whsec_ is part of the secret for X-Service-Signature. One side left it out.',
    base64: 'The digest is right, but X-Service-Signature has it in hex. This one is in Base64.',
    hex: 'The digest is right, but webhook-signature has it in Base64. This one is in hex.',
    'body-only':
      'webhook-signature covers “id.timestamp.body”. The signature was computed over the body only.',
  },
  problems: {
    'unreadable-signature': 'Enter a signature such as sha256=… or v1,…',
    'needs-id': 'A v1 signature also needs webhook-id and webhook-timestamp.',
    'lone-surrogate':
      'This body contains half of a surrogate pair (such as \\uD83C alone). It can’t be encoded as UTF-8, so these can’t be the bytes that were received.',
    'no-crypto':
      'This browser computes signatures only on secure pages. Open the dashboard with https.',
  },
  snippets: 'Check it in your code',
  snippetsIntro: 'Use the raw request body, and compare in constant time.',
  receiver: 'A whole receiver in each language',
  languages: { label: 'Language', node: 'Node', python: 'Python', php: 'PHP', go: 'Go' },
}
