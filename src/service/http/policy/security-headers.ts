import { createHash } from 'node:crypto'

/** Sent with every response of the API and the dashboard: alternating names and values. */
export const securityHeaders: readonly string[] = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}).flat()

/** The CSP of the dashboard: its own files, the inline script of `index.html`, no HTML from strings. */
export function contentSecurityPolicy(html: string, connectOrigins: readonly string[]): string {
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
  return [
    `default-src 'none'`,
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `style-src 'self'`,
    `font-src 'self'`,
    `img-src 'self' https: blob:`,
    `worker-src 'self'`,
    `connect-src ${["'self'", ...connectOrigins].join(' ')}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types import-worker`,
  ].join('; ')
}
