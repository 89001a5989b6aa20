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
