import type { Page } from '@playwright/test'
import { z } from 'zod'

import { documentedFields } from '#contract/documented.ts'
import { rows } from '#contract/endpoints.ts'
import { parseRequestLine } from '#contract/request-line.ts'

const reads = rows.flatMap(([name, { source, output }]) => {
  const { path } = parseRequestLine(name)
  const address = new RegExp(`/v1${path.replace(/:\w+/g, '[^/]+')}$`)
  return source === 'document' ? [{ method: name.split(' ')[0], address, output }] : []
})

/** The fields of a response that the public document names, in every part of it. */
function onlyDocumented(value: unknown, schema: z.ZodType): unknown {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return value == null ? value : onlyDocumented(value, schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => onlyDocumented(item, schema.element as z.ZodType))
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value
  const names = documentedFields(schema) ?? Object.keys(schema.shape)
  const entries = Object.entries(value).filter(([name]) => names.includes(name))
  return Object.fromEntries(
    entries.map(([name, field]) => [name, onlyDocumented(field, schema.shape[name])]),
  )
}

/** Reduces every response to the fields that the public document names, as a server written by someone else would send it. */
export async function answerAsDocument(page: Page) {
  await page.route(/\/v1\//, async (route) => {
    const { pathname } = new URL(route.request().url())
    const method = route.request().method()
    const read = reads.find((one) => one.method === method && one.address.test(pathname))
    if (!read) return route.fallback()
    const response = await route.fetch()
    if (!response.ok() || response.status() === 204) return route.fulfill({ response })
    return route.fulfill({ response, json: onlyDocumented(await response.json(), read.output) })
  })
}
