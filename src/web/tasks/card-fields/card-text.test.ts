import { expect, test } from 'vitest'

import { parseCardText } from './card-text.rules.ts'

const labels = ['Design', 'Copy', 'Copywriting', 'Landing page', 'Landing zone', 'Café', 'C++']
const context = {
  labels: labels.map((name) => ({ id: name, name })),
  // A Thursday.
  dates: {
    locale: 'en-GB',
    today: '2025-11-20',
    words: { today: 'Today', tomorrow: 'Tomorrow' },
  },
}
const parse = (text: string) => {
  const { name, label_ids, date } = parseCardText(text, context)
  return [name, label_ids.join(', '), date]
}

test.each([
  ['Call Max #design', 'Call Max', 'Design'],
  ['#design Call #copy Max', 'Call Max', 'Design, Copy'],
  ['Call Max #des, then Ada', 'Call Max, then Ada', 'Design'],
  ['Call #design #Design', 'Call', 'Design'],
  // Exact before the beginning of another.
  ['Call #copy', 'Call', 'Copy'],
  ['Call #copyw', 'Call', 'Copywriting'],
  ['Call #landing-p', 'Call', 'Landing page'],
  ['Call #landing-page now', 'Call now', 'Landing page'],
  ['Call #landing page now', 'Call now', 'Landing page'],
  ['Call #"landing zone" now', 'Call now', 'Landing zone'],
  ['Call #“landing z” now', 'Call #“landing z” now', ''],
  ['Order #cafe', 'Order', 'Café'],
  ['Learn #c++', 'Learn', 'C++'],
  // Two labels begin with it, none does, or it is no word of its own.
  ['Call #landing', 'Call #landing', ''],
  ['Fix #123 and C#design', 'Fix #123 and C#design', ''],
  ['Call #d # "', 'Call #d # "', ''],
])('card text %j has title %j and labels %j', (text, name, expected) => {
  expect(parse(text)).toEqual([name, expected, null])
})

test.each([
  ['Call Max !today', 'Call Max', '2025-11-20'],
  ['!Tomorrow: call Max', ': call Max', '2025-11-21'],
  ['Call Max !fri.', 'Call Max.', '2025-11-21'],
  ['Call !thursday Max', 'Call Max', '2025-11-27'],
  ['Call !27/11 Max', 'Call Max', '2025-11-27'],
  ['Call !2025-12-01', 'Call', '2025-12-01'],
  ['Call !27 Nov, please', 'Call, please', '2025-11-27'],
  ['Call !Nov 27, 2026', 'Call', '2026-11-27'],
  ['Call !27-nov', 'Call', '2025-11-27'],
  ['Call !1st december', 'Call', '2025-12-01'],
  ['Call !"27 november 2026" Max', 'Call Max', '2026-11-27'],
  ['Call !today !tomorrow', 'Call', '2025-11-21'],
  ['Call !nov 27 people', 'Call people', '2025-11-27'],
  ['Call Max! Tomorrow! !important', 'Call Max! Tomorrow! !important', null],
  ['Call !27 people', 'Call !27 people', null],
  ['Call !31/02 !nov', 'Call !31/02 !nov', null],
  ['Call !nov27-release-2', 'Call !nov27-release-2', null],
])('card text %j has title %j and is due on %s', (text, name, expected) => {
  expect(parse(text)).toEqual([name, '', expected])
})
