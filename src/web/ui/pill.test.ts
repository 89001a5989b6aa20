import { expect, test } from 'vitest'

import { formatStatus } from './pill.tsx'

test.each([
  ['subscribed', 'Subscribed'],
  ['soft_bounced', 'Soft bounced'],
  ['softBounced', 'Soft bounced'],
  ['NEEDS-REVIEW', 'Needs review'],
  ['cancelled', 'Canceled'],
  [' odd__value.2 ', 'Odd value 2'],
  ['élan_vital', 'Élan vital'],
  ['', ''],
])('the status %j reads %j', (value, text) => {
  expect(formatStatus(value)).toBe(text)
})
