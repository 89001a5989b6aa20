import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createCsv } from '#client/csv-text.ts'
import { createRecordSplitter } from './contact-export.rules.ts'

/** The text that passes when the bytes arrive in chunks of these sizes. */
function split(text: string, sizes: readonly number[]) {
  const bytes = new TextEncoder().encode(text)
  const records = createRecordSplitter()
  const parts: BlobPart[] = []
  for (let start = 0, index = 0; start < bytes.length; index++) {
    const end = start + (sizes[index % sizes.length] ?? bytes.length)
    parts.push(...records.push(bytes.slice(start, end)))
    start = end
  }
  return { text: new Blob(parts).text(), rows: records.rows() }
}

test('T95 a file that ends early has whole rows', async () => {
  const text = 'email_address,Note\r\na@x.io,"one\r\ntwo, ""three"""\r\nb@x.io,"fo'
  for (const size of [1, 2, 7, 1000]) {
    const result = split(text, [size])
    expect(await result.text).toBe('email_address,Note\r\na@x.io,"one\r\ntwo, ""three"""\r\n')
    expect(result.rows).toBe(1)
  }
  expect(split('email_addr', [3]).rows).toBe(0)
  expect(await split('email_addr', [3]).text).toBe('')
})

test('a whole file passes unchanged, in chunks of any size', async () => {
  const cell = fc.string({ unit: fc.constantFrom('"', '\n', '\r', ',', 'é', '😀', '=') })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      async (rows, sizes) => {
        const file = createCsv(['one', 'two'], rows)
        const result = split(file, sizes)
        expect(await result.text).toBe(file.replace('\uFEFF', ''))
        expect(result.rows).toBe(rows.length)
      },
    ),
  )
})
