import type { Output } from '#contract/endpoints.ts'
import type { ImportCall } from './import-call.ts'
import { orNothing } from './or-nothing.ts'

/** What the service says of the key and of itself; undefined when it knows no more than the public document. */
export const meOf = (call: ImportCall): Promise<Output<'GET /me'> | undefined> =>
  orNothing(call('GET /me', {}))
