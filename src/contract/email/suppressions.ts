import { z } from 'zod'

import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp, page, pageQuery } from '#contract/primitives.ts'
import { AddressFilter, KnownAddress } from './contacts.ts'
import { suppressionReasons } from './suppressions.rules.ts'

/** An address that gets no mail. One address may have several, for several reasons. */
export const Suppression = z.object({
  id: Id,
  /**
   * Only a keyed hash is stored: the address is read through the contact or subscriber by which it is known. Null when that
   * one has another address or is deleted, also where somebody else has it.
   */
  address: z.string().nullable(),
  /** `workspace`, `changelog` or the id of a list. */
  scope: Id,
  reason: z.enum(suppressionReasons),
  since: Timestamp,
})
export type Suppression = z.infer<typeof Suppression>

const suppression = { source: 'addition', capability: 'suppressions.write' } as const

export const suppressions = {
  'GET /suppressions': endpoint({
    ...suppression,
    scope: 'read',
    summary:
      'List the addresses that left, bounced, complained or were suppressed, newest first; filter by address or scope',
    input: z.object({
      ...pageQuery,
      address: AddressFilter.optional(),
      /** `workspace`, `changelog` or the id of a list. */
      scope: Id.optional(),
    }),
    output: page(Suppression),
  }),
  'POST /suppressions': endpoint({
    ...suppression,
    scope: 'write',
    summary:
      'Suppress an address in the workspace, in the changelog or in one list: whoever is added with it becomes unsubscribed. Returns the existing suppression if there is one. Contacts and subscribers that exist stay as they are',
    input: z.object({ address: KnownAddress, scope: Id }),
    output: Suppression,
    status: [201, 200],
  }),
  'DELETE /suppressions/:suppression_id': endpoint({
    ...suppression,
    scope: 'write',
    summary:
      'Lift a suppression, so that the address can be added again; a complaint stays. It changes no contact and no subscriber',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
  }),
}
