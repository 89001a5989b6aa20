import type { Verbs } from '#service/context.ts'
import { fetchPage } from '#service/page-query.ts'
import { auditEntriesAfter, countAuditEntries } from './audit.store.ts'

export const auditVerbs = {
  async 'GET /audit-log'({ db, cursor }, { key_id, kind, since, ...page }) {
    const filter = { key_id, kind, since }
    return fetchPage(cursor, page, {
      rows: (last, limit) => auditEntriesAfter(db, filter, last, limit),
      keyOf: ({ id }) => [id],
      total: () => countAuditEntries(db, filter),
    })
  },
} satisfies Partial<Verbs>
