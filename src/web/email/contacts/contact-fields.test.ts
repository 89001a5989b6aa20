import { expect, test } from 'vitest'

import type { Contact } from '#client/resources.ts'
import { contactName, fieldLabels, fieldNames, fieldValue } from './contact-fields.rules.ts'

const parse = (json: string): Contact['fields'] => JSON.parse(json)

test('fields that name people come first, then those of most contacts', () => {
  const contacts = [
    { fields: { shoe: '43', city: 'Porto', first_name: 'Ana' } },
    { fields: { hat: '7', shoe: '44', LastName: 'Lima' } },
  ]
  expect(fieldNames(contacts)).toEqual(['first_name', 'LastName', 'city', 'shoe', 'hat'])
})

test('fields in the words of another product are known', () => {
  const fields = { Birthday: '01/01', 'Last Name': 'Lima', 'First Name': 'Ana', 'e-city': 'x' }
  expect(fieldNames([{ fields }]).slice(0, 2)).toEqual(['First Name', 'Last Name'])
  expect(contactName({ fields })).toBe('Ana Lima')
  expect(contactName({ fields: { name: '', LNAME: 'Lima' } })).toBe('Lima')
})

test('forty fields, one of them called __proto__, are all named', () => {
  const names = Array.from({ length: 39 }, (_, index) => `field_${index}`)
  const fields = parse(`{"__proto__":"x",${names.map((name) => `"${name}":"${name}"`).join(',')}}`)
  expect(fieldNames([{ fields }])).toEqual(['__proto__', ...names])
  expect(fieldValue(fields, '__proto__')).toBe('x')
})

test.each(['__proto__', 'constructor', 'toString'])('a contact without %s has no value', (name) => {
  expect(fieldValue({ city: 'Porto' }, name)).toBeUndefined()
})

test('fields with the same readable name keep their own', () => {
  expect([...fieldLabels(['first_name', 'firstName', 'city', '__', '__proto__'])]).toEqual([
    ['first_name', 'first_name'],
    ['firstName', 'firstName'],
    ['city', 'City'],
    ['__', '__'],
    ['__proto__', '__proto__'],
  ])
})
