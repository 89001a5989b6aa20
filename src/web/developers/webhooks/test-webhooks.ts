import type { Webhook } from '#client/resources.ts'

/** A webhook of all events that was never used. */
export const buildWebhook = (changes: Partial<Webhook> = {}): Webhook => ({
  id: 'whk_1',
  url: 'https://hooks.example.com/in',
  description: null,
  events: ['*'],
  format: 'standard',
  headers: {},
  filter: {},
  ignore_api: false,
  enabled: true,
  state: 'active',
  disabled_reason: null,
  disabled_at: null,
  previous_secret_until: null,
  last_attempt: null,
  version: '1',
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  ...changes,
})
