import type { Page } from '@playwright/test'
import { z } from 'zod'

import { documentedFields } from '#contract/documented.ts'
import { rows } from '#contract/endpoints.ts'
import { parseRequestLine } from '#contract/request-line.ts'

const endpoints = rows.flatMap(([name, { source, output }]) => {
  const { path } = parseRequestLine(name)
  const pattern = new RegExp(`/v1${path.replace(/:\w+/g, '[^/]+')}$`)
  return source === 'public' ? [{ method: name.split(' ')[0], pattern, output }] : []
})

/** Keeps the fields that the public API names, at every level. */
function pickDocumented(value: unknown, schema: z.ZodType): unknown {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return value == null ? value : pickDocumented(value, schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => pickDocumented(item, schema.element as z.ZodType))
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value
  const names = documentedFields(schema) ?? Object.keys(schema.shape)
  const entries = Object.entries(value).filter(([name]) => names.includes(name))
  return Object.fromEntries(
    entries.map(([name, field]) => [name, pickDocumented(field, schema.shape[name])]),
  )
}

/** Reduces every response to the fields of the public API, as another implementation would send it. */
export async function limitToPublicApi(page: Page) {
  await page.route(/\/v1\//, async (route) => {
    const { pathname } = new URL(route.request().url())
    const method = route.request().method()
    const endpoint = endpoints.find((one) => one.method === method && one.pattern.test(pathname))
    if (!endpoint) return route.fallback()
    const response = await route.fetch()
    if (!response.ok() || response.status() === 204) return route.fulfill({ response })
    return route.fulfill({ response, json: pickDocumented(await response.json(), endpoint.output) })
  })
}
