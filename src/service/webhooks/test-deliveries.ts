import { beforeAll, beforeEach, expect } from 'vitest'

import { servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import { type Receiver, startReceiver } from './test-receiver.ts'

export const patience = { timeout: 20_000, interval: 20 }

/** A service that delivers to this machine, a workspace and a receiver for each test of the file. */
export function deliveriesPerFile() {
  const service = servicePerFile({ WEBHOOK_ALLOW_PRIVATE: '1' }, { outgoing: { deadlineMs: 1000 } })
  const owner = workspacePerTest(service)
  // The same object for all tests, with the properties of the receiver of the running one.
  const receiver = {} as Receiver
  beforeAll(() => service.scheduler.start())
  beforeEach(async () => void (await startReceiver(receiver)))

  const readDeliveries = async (id: string, query = '') =>
    (await owner.request(`GET /webhooks/${id}/deliveries${query}`)).body.data
  const setWaiting = (due_at: Date) =>
    service.database.pool
      .updateTable('webhook_deliveries')
      .set({ due_at })
      .where('workspace_id', '=', owner.workspace_id)
      .where('state', '=', 'waiting')
      .execute()
  return {
    service,
    owner,
    receiver,
    register: (options: object = {}) =>
      owner.create('POST /webhooks', { url: receiver.url, events: ['*'], ...options }),
    createBoard: (name: string) => owner.create('POST /boards', { name }),
    readDeliveries,
    /** Until the attempt is recorded, its number alone is known. */
    expectAttempts: async (id: string, count: number) =>
      await expect
        .poll(async () => (await readDeliveries(id))[0], patience)
        .toMatchObject({ attempt_count: count, next_attempt_at: expect.any(String) }),
    /** Makes what waits due: the tests cannot wait for minutes. */
    makeDue: () => setWaiting(new Date(0)),
    delayForAnHour: () => setWaiting(new Date(Date.now() + 3_600_000)),
    readWebhookRow: (id: string) =>
      service.database.pool
        .selectFrom('webhooks')
        .select(['failure_count', 'last_attempt', 'secret'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    setWebhook: (id: string, columns: object) =>
      service.database.pool
        .updateTable('webhooks')
        .set(columns)
        .where('workspace_id', '=', owner.workspace_id)
        .where('id', '=', id)
        .execute(),
  }
}
