import { expect, test } from 'vitest'

import { formatNote } from '#client/importers/core/import-notes.ts'
import { parseCsvTable, toCsvSource } from '#client/importers/formats/csv.ts'
import { planRows } from './parse-contacts.ts'
import { checkParts, openContactParts } from './plan-in-parts.ts'

const options = { time_zone: 'UTC', now: '2026-11-23T12:00:00.000Z' }

test('a file that is planned in parts has the findings of one plan', () => {
  const lines = Array.from({ length: 2400 }, (_, n) => {
    // Some addresses come back in a later part, with another status and in capitals.
    const address = n % 200 === 199 ? 'nobody' : `${n < 1800 ? 'p' : 'P'}${n % 1900}@x.io`
    return `${address},${n % 3 === 0 ? 'unsubscribed' : 'active'},"${n % 7 === 0 ? '"' : ''}x"`
  })
  const table = parseCsvTable(`Email,Status,NOTES\n${lines.join('\n')}`, ',', {
    keepsFaulty: true,
  })
  const whole = planRows(table, 'p.csv', options)
  const contacts: string[] = []
  const sizes: number[] = []
  const parts = openContactParts(toCsvSource(table), 'p.csv', options)
  const findings = checkParts(parts, (plan) => {
    sizes.push(plan.contacts.length)
    contacts.push(...plan.contacts.map((contact) => JSON.stringify(contact)))
  })
  const byPath = (a: { path: string }, b: { path: string }) => a.path.localeCompare(b.path)
  expect(findings.rejected.toSorted(byPath)).toEqual(whole.findings.rejected.toSorted(byPath))
  const counts = ({ notes }: typeof findings) =>
    notes.map((note) => `${note.count} ${formatNote(note)}`).toSorted()
  expect(counts(findings)).toEqual(counts(whole.findings))
  expect(counts(findings)).toHaveLength(2)
  expect(findings).toMatchObject({ read: { contacts: 2400 } })
  expect(findings.not_mapped).toEqual(whole.findings.not_mapped)
  expect(contacts.toSorted()).toEqual(
    whole.contacts.map((contact) => JSON.stringify(contact)).toSorted(),
  )
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1000)
})

test('the order of day and month is that of the whole file in each of its parts', () => {
  const rows = Array.from({ length: 1200 }, (_, at) => `p${at}@x.io,03/04/2023`)
  const table = parseCsvTable(['Email,Created at', ...rows, 'last@x.io,31/12/2023'].join('\n'))
  const dates = new Set<string | undefined>()
  for (const part of openContactParts(toCsvSource(table), 'p.csv', options).plans())
    for (const { created_at } of part.contacts) dates.add(created_at)
  expect([...dates]).toEqual(['2023-04-03T00:00:00.000Z', '2023-12-31T00:00:00.000Z'])
})
