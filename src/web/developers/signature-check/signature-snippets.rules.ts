/** How a receiver checks `X-Service-Signature`, in four languages. Each compares in constant time. */
export const signatureSnippets = {
  node: `import { createHmac, timingSafeEqual } from 'node:crypto'

// body: the raw request body, before a JSON parser.
// signature: the header X-Service-Signature. While a secret is being replaced, accept
// X-Service-Signature-Previous as well.
function isValid(body, signature, secret) {
  const hex = createHmac('sha256', secret).update(body).digest('hex')
  const expected = Buffer.from(\`sha256=\${hex}\`)
  const received = Buffer.from(signature ?? '')
  return expected.length === received.length && timingSafeEqual(expected, received)
}`,
  python: `import hashlib
import hmac

# body: the raw request body as bytes, before a JSON parser.
# signature: the header X-Service-Signature. While a secret is being replaced, accept
# X-Service-Signature-Previous as well.
def is_valid(body, signature, secret):
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(f"sha256={digest}".encode(), (signature or "").encode())`,
  php: `<?php
// $body: file_get_contents('php://input'), before json_decode.
// $signature: $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? ''. While a secret is being replaced,
// accept HTTP_X_SERVICE_SIGNATURE_PREVIOUS as well.
function is_valid(string $body, string $signature, string $secret): bool {
    $expected = 'sha256=' . hash_hmac('sha256', $body, $secret);
    return hash_equals($expected, $signature);
}`,
  go: `package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

// IsValid takes the raw request body and the header X-Service-Signature. While a secret is
// being replaced, accept X-Service-Signature-Previous as well.
func IsValid(body []byte, signature, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(expected), []byte(signature))
}`,
} as const
