import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { contactsImporter } from '#client/importers/contacts/contacts-importer.ts'
import { openImportWorkspace } from '#client/importers/core/test-importer.ts'
import { type TestService, openTestService } from '#service/http/test-service.ts'
import { findDateOrder } from './columns.rules.ts'
import { checkContacts, parseContactFile } from './contact-file.ts'
import { createBrowserRun, type RunCall } from './contact-run.ts'
import { initialState } from './import-state.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

const now = '2026-11-21T12:00:00.000Z'

/** What is right for each case, as its list has it afterwards. */
const cases = {
  'contacts-optouts': [
    ['left@example.com', 'unsubscribed', '2021-02-04T07:55:20.000Z', ''],
    ['muted@example.com', 'unsubscribed', '2022-05-01T06:00:00.000Z', ''],
    ['stays@example.com', 'subscribed', '2023-03-24T10:23:10.000Z', ''],
  ],
  'contacts-dates': [
    ['a', '2023-03-24T10:23:10.000Z'],
    ['b', '2021-02-04T07:55:20.000Z'],
    ['c', '2022-05-01T06:00:00.000Z'],
    ['d', '2023-03-24T10:23:10.000Z'],
    ['e', '2023-03-24T10:23:10.000Z'],
    ['f', '2023-03-24T10:23:00.000Z'],
    ['g', '2023-03-24T00:00:00.000Z'],
    ['h', '2023-03-24T10:23:10.000Z'],
  ].map(([name, created_at]) => [`${name}@example.com`, 'subscribed', created_at, '']),
  'contacts-dayfirst': [
    ['a@example.com', 'subscribed', '2023-12-31T00:00:00.000Z', ''],
    ['b@example.com', 'subscribed', '2023-04-13T00:00:00.000Z', ''],
    ['c@example.com', 'subscribed', '2023-04-03T00:00:00.000Z', ''],
  ],
  'contacts-sep-line': [['a@example.com', 'subscribed', 'now', '']],
  'contacts-tags': ['a', 'b', 'c'].map((name) => [
    `${name}@example.com`,
    'subscribed',
    'now',
    'Blog VIP',
  ]),
}

type Workspace = Awaited<ReturnType<typeof openImportWorkspace>>

/** The counts of an import of a file into a list. */
const ways = {
  'command line': async (at: Workspace, list_id: string, name: string, text: string) => {
    const importer = contactsImporter(list_id, { time_zone: 'UTC', now })
    const [report] = await at.run(importer, { [name]: text })
    return report?.counts['contacts']
  },
  dashboard: async ({ call }: Workspace, list_id: string, name: string, text: string) => {
    const file = parseContactFile(name, text)
    const { targets } = file.opened
    const date_order = findDateOrder({ ...initialState, file: file.opened, targets })
    const choices = {
      targets,
      tags: [],
      tag_separator: ',',
      status: undefined,
      unknown_consent: undefined,
      time_zone: 'UTC',
      date_order,
      now,
    }
    const target = {
      list_id,
      list_name: 'Readers',
      import_mode: true,
      stops_at_error: false,
      by_service: false,
    }
    const { findings } = checkContacts(file, choices)
    const send: RunCall = (endpoint, input, idempotency_key) =>
      call(endpoint, input, idempotency_key === undefined ? {} : { idempotency_key })
    const log = { append: async () => undefined }
    const options = { call: send, log, onProgress: () => undefined }
    const { counts } = await createBrowserRun(file, findings, choices, target, options).send()
    return counts
  },
}

describe.each(Object.entries(ways))('by the %s', (_way, importFile) => {
  test.each(Object.entries(cases))(
    '%s is imported, and unchanged a second time',
    async (name, expected) => {
      const at = await openImportWorkspace(service)
      const { id: list_id } = await at.call('POST /lists', { name: 'Readers' })
      const url = new URL(`../../../client/importers/fixtures/cases/${name}.csv`, import.meta.url)
      const text = readFileSync(url, 'utf8')
      const first = await importFile(at, list_id, `${name}.csv`, text)
      expect(first).toMatchObject({
        created: expected.length,
        updated: 0,
        unchanged: 0,
        rejected: 0,
      })
      const { data } = await at.call('GET /lists/:list_id/contacts', {
        list_id,
        sort: 'email_address',
      })
      const seen = data.map(({ email_address, status, created_at, tags }) => [
        email_address,
        status,
        (created_at ?? '') > '2026' ? 'now' : created_at,
        tags.toSorted().join(' '),
      ])
      expect(seen).toEqual(expected)
      const second = await importFile(at, list_id, `${name}.csv`, text)
      expect(second).toMatchObject({ created: 0, updated: 0, unchanged: expected.length })
    },
  )
})
