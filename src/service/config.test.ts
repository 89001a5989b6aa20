import { expect, test } from 'vitest'

import { ConfigError, readConfig } from './config.ts'

test.each([
  [undefined, false],
  ['', false],
  ['0', false],
  ['1', true],
])('WEBHOOK_ALLOW_PRIVATE=%s allows private addresses: %s', (value, isAllowed) => {
  const config = readConfig({ WEBHOOK_ALLOW_PRIVATE: value })
  expect(config.webhookAllowPrivate).toBe(isAllowed)
})

test.each(['on', 'true', '2'])('WEBHOOK_ALLOW_PRIVATE=%s stops the start', (value) => {
  expect(() => readConfig({ WEBHOOK_ALLOW_PRIVATE: value })).toThrow(
    new ConfigError('Invalid setting: WEBHOOK_ALLOW_PRIVATE must be 0 or 1.'),
  )
})

test.each([
  'https://admin.example.com',
  'https://admin.example.com/',
  'https://ADMIN.example.com:443',
])('PUBLIC_URL=%s is an origin', (value) => {
  expect(readConfig({ PUBLIC_URL: value }).publicUrl).toBe('https://admin.example.com')
})

test.each(['/panel', '/panel/', '//', '/?a=b', '/#a'])(
  'PUBLIC_URL with the path %s stops the start',
  (path) => {
    expect(() => readConfig({ PUBLIC_URL: `https://admin.example.com${path}` })).toThrow(
      new ConfigError(
        'Invalid setting: PUBLIC_URL must be only an origin, such as https://admin.example.com.',
      ),
    )
  },
)

test.each(['admin.example.com', 'ftp://admin.example.com'])(
  'PUBLIC_URL=%s, which is no URL of http, stops the start',
  (value) => {
    expect(() => readConfig({ PUBLIC_URL: value })).toThrow(
      new ConfigError(
        'Invalid setting: PUBLIC_URL must be a URL such as https://admin.example.com.',
      ),
    )
  },
)
