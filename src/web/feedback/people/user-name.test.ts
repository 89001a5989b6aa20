import { expect, test } from 'vitest'

import { filterUsers, formatUserDetail, formatUserName, isUserId } from './user-name.rules.ts'

const asha = { name: 'Asha Bellweather', email: 'asha@example.com', external_id: 'crm-7' }
const nameless = { name: null, email: 'dan@example.com', external_id: 'crm-8' }
const forgotten = { name: null, email: null, external_id: null }

test('a user without a name is called by an identifier', () => {
  expect([asha, nameless, forgotten].map((user) => formatUserName(user))).toEqual([
    'Asha Bellweather',
    'dan@example.com',
    'No name',
  ])
  expect([asha, nameless, forgotten].map((user) => formatUserDetail(user))).toEqual([
    'asha@example.com · crm-7',
    'crm-8',
    '',
  ])
})

test('users are filtered by every word of the text', () => {
  expect(filterUsers([asha, nameless], 'BELL asha')).toEqual([asha])
  expect(filterUsers([asha, nameless], 'crm-8')).toEqual([nameless])
})

test('only a text that may be an id is requested as one', () => {
  expect(['usr_0a1b2c', '41772093'].every((text) => isUserId(text))).toBe(true)
  expect(['asha', 'asha bell 2', 'asha1@example.com'].some((text) => isUserId(text))).toBe(false)
})
