import type { Database } from '#service/db/db.ts'
import { answerJson } from '#service/http/endpoint/json-response.ts'
import { type Answer, type Exchange, setHeader } from './http-message.ts'

type Fact = (exchange: Exchange) => Promise<Answer>

/** Health and the sign-in page's facts: no key needed, and nothing else told. */
export function factsOf(database: Database): ReadonlyMap<string, Fact> {
  return new Map<string, Fact>([
    ['/healthz', async (exchange) => answerJson(exchange, 200, '{"ok":true}')],
    [
      '/readyz',
      async (exchange) => {
        await database.pool.selectFrom('instance').select('id').execute()
        return answerJson(exchange, 200, '{"ok":true}')
      },
    ],
    [
      '/config.json',
      async (exchange) => {
        setHeader(exchange.headers, 'Cache-Control', 'no-cache')
        return answerJson(exchange, 200, '{"default_base_url":"/v1"}')
      },
    ],
  ])
}
