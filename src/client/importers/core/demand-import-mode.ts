import type { ImportCall } from './import-call.ts'
import { meOf } from './me-of.ts'

/**
 * Asked before anything is written: without import mode every record would be told to webhooks, lose its times, and
 * never be found again by a second run.
 */
export async function demandImportMode(call: ImportCall): Promise<void> {
  const me = await meOf(call)
  if (!me?.capabilities.includes('import'))
    throw new Error('This service takes no imports of this kind: it has no import mode.')
  if (!me.key.admin)
    throw new Error(
      'An import needs an admin key. Make one with "keys create --scope write --admin".',
    )
}
