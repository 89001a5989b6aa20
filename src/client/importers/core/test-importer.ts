import { type Call, createApiClient } from '#client/api-client.ts'
import type { TestService, TestWorkspace } from '#service/http/test-service.ts'
import type { ApplyOptions } from './import-call.ts'
import type { ImportReport } from './import-report.ts'
import type { Importer } from './importer.ts'

export interface ImportWorkspace extends TestWorkspace {
  readonly call: Call
  /** Imports files by name, as the command line would, and gives the reports. */
  run(
    importer: Importer,
    files: Readonly<Record<string, string>>,
    options?: ApplyOptions,
  ): Promise<ImportReport[]>
  /** All events so far, with whether webhooks were to hear of them. */
  eventsWithSilence(): Promise<{ kind: string; silent: boolean; body: string }[]>
}

/** A workspace of its own, to import into over the API. */
export async function openImportWorkspace(service: TestService): Promise<ImportWorkspace> {
  const owner = await service.workspace()
  const call = createApiClient({
    base_url: 'http://service.test/v1',
    key: owner.key,
    fetch: async (input, init) => service.app.fetch(new Request(input, init)),
  })
  return {
    ...owner,
    call,
    async run(importer, files, options = {}) {
      const sourceFiles = Object.entries(files).map(([name, text]) => ({ path: name, name, text }))
      const reports: ImportReport[] = []
      for (const ready of await importer(sourceFiles))
        reports.push(await ready.apply(call, options))
      return reports
    },
    eventsWithSilence: () =>
      service.database.pool
        .selectFrom('events')
        .select(['kind', 'silent', 'body'])
        .where('workspace_id', '=', owner.workspace_id)
        .orderBy('id')
        .execute(),
  }
}

/** A list for services that have no way to make one. */
export async function insertReaders({ database }: TestService, workspace_id: string) {
  const now = new Date()
  const id = 'lst_00000000000000000000000000'
  const fields = { name: 'Readers', name_key: 'readers', double_opt_in: false, archived: false }
  await database.pool
    .insertInto('email_lists')
    .values({ workspace_id, id, ...fields, created_at: now, updated_at: now })
    .execute()
  return id
}

/** A line of a report's counts. */
export const countsOf = (read: number, more: object = {}) => ({
  read,
  created: 0,
  updated: 0,
  unchanged: 0,
  rejected: 0,
  ...more,
})
