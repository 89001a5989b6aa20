import type { ApiKey } from '#client/resources.ts'

/** An admin key without expiry that was never used. */
export const buildKey = (changes: Partial<ApiKey> = {}): ApiKey => ({
  id: 'key_1',
  name: 'Owner key',
  prefix: 'wsk_w_',
  last4: 'test',
  scope: 'write',
  admin: true,
  member: null,
  expires_at: null,
  last_used_at: null,
  version: '1',
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  ...changes,
})

/** So many days from now. */
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
