import { expect, test } from 'vitest'

import { parseServerConfig } from './server-config.ts'

const origin = 'https://admin.example'

test('the service URL comes from config.json, else from the page origin', () => {
  const defaultBaseUrl = (config: unknown) => parseServerConfig(config, origin).default_base_url
  expect(defaultBaseUrl({ default_base_url: '/v1' })).toBe('https://admin.example/v1')
  expect(defaultBaseUrl({ default_base_url: 'https://api.example/v1' })).toBe(
    'https://api.example/v1',
  )
  for (const config of [
    {},
    null,
    'text',
    { default_base_url: 7 },
    { default_base_url: 'https://' },
  ])
    expect(defaultBaseUrl(config)).toBe('https://admin.example/v1')
})

test('a demo exists only when config.json names one with its key', () => {
  const demo = (config: unknown) => parseServerConfig(config, origin).demo
  expect(demo({ default_base_url: '/v1', demo: { key: 'wsk_r_demo' } })).toEqual({
    base_url: 'https://admin.example/v1',
    key: 'wsk_r_demo',
  })
  expect(demo({ demo: { base_url: 'https://demo.example/v1', key: 'k' } })?.base_url).toBe(
    'https://demo.example/v1',
  )
  for (const config of [{}, { demo: true }, { demo: {} }, { demo: { key: '' } }])
    expect(demo(config)).toBeUndefined()
})
