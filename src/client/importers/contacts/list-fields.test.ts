import { expect, test } from 'vitest'

import { fetchFieldNames } from './list-fields.ts'

const call = () => Promise.reject(new Error('The export has all fields.'))

test('the fields of a list are the columns of its export, whose rest is canceled', async () => {
  const header = '\uFEFFemail_address,status,tags,created_at,"Größe, cm",\'=Sum,attributes\r\n'
  const bytes = new TextEncoder().encode(header)
  let pulls = 0
  let isCanceled = false
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        // In small parts, which end inside of characters too. The rows never end.
        const part = bytes.slice(pulls * 7, (pulls += 1) * 7)
        controller.enqueue(part.length > 0 ? part : new TextEncoder().encode('a@x.io,,,\r\n'))
      },
      cancel: () => void (isCanceled = true),
    },
    { highWaterMark: 0 },
  )
  const names = await fetchFieldNames({ call, download: async () => body }, 'lst_1')
  expect(names).toEqual(['Größe, cm', '=Sum'])
  expect([isCanceled, pulls]).toEqual([true, Math.ceil(bytes.length / 7)])
})
