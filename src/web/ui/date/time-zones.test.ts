import { expect, test } from 'vitest'

import { filterOptions } from '#web/ui/form/combobox.rules.ts'
import { currentZoneName, listTimeZones } from './time-zones.rules.ts'

const search = (text: string, locale = 'en-US') =>
  filterOptions(listTimeZones(locale), text).map(({ id }) => id)

test.each([
  ['Kathmandu', 'Asia/Kathmandu'],
  ['Katmandu', 'Asia/Kathmandu'],
  ['Kolkata', 'Asia/Kolkata'],
  ['Calcutta', 'Asia/Kolkata'],
  ['Kyiv', 'Europe/Kyiv'],
  ['Kiev', 'Europe/Kyiv'],
  ['Ho Chi Minh', 'Asia/Ho_Chi_Minh'],
  ['Saigon', 'Asia/Ho_Chi_Minh'],
  ['Greenwich', 'UTC'],
  ['EST', 'America/New_York'],
  ['edt', 'America/New_York'],
  ['PST', 'America/Los_Angeles'],
  ['GMT+5:45', 'Asia/Kathmandu'],
  ['New York', 'America/New_York'],
])('a search of time zones for %s begins with %s', (text, expected) => {
  expect(search(text)[0]).toBe(expected)
})

test('zones with the abbreviation precede cities that contain it', () => {
  const found = search('EST')
  expect(found).toContain('America/Detroit')
  expect(found.indexOf('America/Detroit')).toBeLessThan(found.indexOf('Europe/Bucharest'))
})

test('each time zone is listed once, by its present name', () => {
  const ids = listTimeZones('en-GB').map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThan(400)
  for (const old of ['Asia/Calcutta', 'Asia/Katmandu', 'Europe/Kiev', 'Asia/Saigon'])
    expect(ids).not.toContain(old)
  expect(currentZoneName('Asia/Calcutta')).toBe('Asia/Kolkata')
  expect(currentZoneName('Europe/London')).toBe('Europe/London')
})
