import { expect, test } from 'vitest'

import { readLinks } from './links.rules.ts'
import { linksCsv, reportFileName, statsCsv } from './report-export.rules.ts'

const rows = (csv: string) => csv.replace('\uFEFF', '').trimEnd().split('\r\n')

test('R8 counters are exact integers and rates are fractions', () => {
  const stats = {
    recipients: 24_310,
    delivered: 24_046,
    opens_unique: 10_003,
    open_rate: 0.416,
    opens_total: 15_872,
    clicks_unique: 0,
    clicks_total: 0,
    bounces: 264,
    complaints: 0,
    unsubscribes: 51,
    geo: { de: null },
    note: '=1+1',
  }
  const csv = statsCsv({ name: 'Shed', sent_at: '2025-11-18T09:00:00.000Z' }, stats)
  expect(csv.startsWith('\uFEFF')).toBe(true)
  expect(rows(csv)).toEqual([
    'Campaign,Sent,Counter,Field,Value',
    'Shed,2025-11-18T09:00:00.000Z,Recipients,recipients,24310',
    'Shed,2025-11-18T09:00:00.000Z,Delivered,delivered,24046',
    'Shed,2025-11-18T09:00:00.000Z,Unique opens,opens_unique,10003',
    'Shed,2025-11-18T09:00:00.000Z,Open rate,open_rate,0.416',
    'Shed,2025-11-18T09:00:00.000Z,Total opens,opens_total,15872',
    'Shed,2025-11-18T09:00:00.000Z,Unique clicks,clicks_unique,0',
    'Shed,2025-11-18T09:00:00.000Z,Total clicks,clicks_total,0',
    'Shed,2025-11-18T09:00:00.000Z,Bounces,bounces,264',
    'Shed,2025-11-18T09:00:00.000Z,Complaints,complaints,0',
    'Shed,2025-11-18T09:00:00.000Z,Unsubscribes,unsubscribes,51',
    'Shed,2025-11-18T09:00:00.000Z,geo.de,geo.de,',
    "Shed,2025-11-18T09:00:00.000Z,note,note,'=1+1",
    'Shed,2025-11-18T09:00:00.000Z,Opens by mail apps,opens_machine,',
    'Shed,2025-11-18T09:00:00.000Z,Hard bounces,bounces_hard,',
    'Shed,2025-11-18T09:00:00.000Z,Soft bounces,bounces_soft,',
  ])
})

test('a counter sent as null or as a text has one line', () => {
  const csv = statsCsv({ name: 'Shed', sent_at: null }, { delivered: '24,046', complaints: null })
  const lines = rows(csv)
  expect(lines.filter((line) => line.includes(',delivered,'))).toEqual([
    'Shed,,Delivered,delivered,"24,046"',
  ])
  expect(lines.filter((line) => line.includes(',complaints,'))).toEqual([
    'Shed,,Complaints,complaints,',
  ])
})

test('links keep their whole address and an absent number is empty', () => {
  const links = readLinks([
    { url: 'https://a.example/?a=1,2', unique_clicks: 802, total_clicks: 978 },
    { url: '=cmd()', unique_clicks: 0 },
    { url: 'https://a.example/\u202Egpj', unique_clicks: 1, total_clicks: 1 },
  ])
  expect(rows(linksCsv(links ?? []))).toEqual([
    'URL,Unique clicks,Total clicks',
    '"https://a.example/?a=1,2",802,978',
    "'=cmd(),0,",
    // A mark that turns text around is visible, and the address still the same.
    'https://a.example/%E2%80%AEgpj,1,1',
  ])
})

test.each([
  ['The drying shed is open', 'the-drying-shed-is-open-links.csv'],
  ['Über 50 % / früh', 'uber-50-fruh-links.csv'],
  ['🎉🎉', 'campaign-links.csv'],
])('the file of %s is %s', (name, file) => {
  expect(reportFileName({ name }, 'links', 'csv')).toBe(file)
})
