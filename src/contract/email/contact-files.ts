import { z } from 'zod'

import { endpoint } from '#contract/endpoint.ts'
import { Id, QueryFlag, TimeZone, Timestamp, line, text } from '#contract/primitives.ts'
import { ContactStatus, contactFilters } from './contacts.ts'
import { TagName } from './tags.ts'

const ImportStatus = z.enum(['waiting', 'running', 'completed', 'failed', 'cancelled'])

export const ContactImport = z.object({
  id: Id,
  list_id: Id,
  status: ImportStatus,
  dry_run: z.boolean(),
  file_name: z.string().nullable(),
  /** Rows of the file. `total` counts those that hold anything; the others add up to it at the end. */
  counts: z.object({
    total: z.int(),
    created: z.int(),
    updated: z.int(),
    /** The contact is like that already. */
    skipped: z.int(),
    failed: z.int(),
  }),
  /** The first hundred rows that failed. Row 1 is the one with the names of the columns. */
  errors: z
    .array(z.object({ row: z.int(), email_address: z.string().nullable(), message: z.string() }))
    .max(100),
  /**
   * What was imported changed, or omitted, of the rows so far. Beyond a hundred kinds, the others are counted together, with the
   * code `other_notes`.
   */
  notes: z
    .array(
      z.object({
        code: z.string(),
        params: z.record(z.string(), z.union([z.string(), z.int()])),
        message: z.string(),
        /** Rows or contacts; of `other_notes` changes, because a row may have several. */
        count: z.int(),
        /** Of the example. */
        row: z.int().nullable(),
        example: z.string(),
      }),
    )
    .max(101),
  /**
   * Columns that are not imported, with the number of cells that hold anything, known before the first row is written. Beyond a
   * thousand, the last one counts the others together.
   */
  not_mapped: z
    .array(z.object({ column: z.string(), count: z.int(), example: z.string() }))
    .max(1001),
  /**
   * Known before the first row is written: so many contacts become pending at most, because the list asks new ones to confirm and
   * their first row says no status. Those that are on the list keep theirs.
   */
  pending_at_most: z.int(),
  /** Why the import failed as a whole. */
  error: z.string().nullable(),
  version: z.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
  finished_at: Timestamp.nullable(),
})
export type ContactImport = z.infer<typeof ContactImport>

/** What a column becomes; null leaves it out. */
const ColumnTarget = z.union([
  z.enum(['email_address', 'tags', 'status', 'created_at', 'opt_in', 'opt_out']),
  z.templateLiteral(['fields.', z.string()]),
  z.null(),
])

/** A contact as a row of a file: columns with texts, or with a list for tags. */
const ImportedRow = z
  .custom<Readonly<Record<string, string | readonly string[] | null>>>(isRow, {
    error: 'must be an object of texts',
  })
  .meta({
    type: 'object',
    additionalProperties: {
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }, { type: 'null' }],
    },
  })

function isRow(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const isText = (part: unknown) => typeof part === 'string'
  return Object.values(value).every(
    (cell) => cell === null || isText(cell) || (Array.isArray(cell) && cell.every(isText)),
  )
}

/** A complaint comes from a delivery or stands in the file. */
const defaultStatus = ContactStatus.exclude(['complained'])

export const contactFiles = {
  'POST /lists/:list_id/imports': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'contacts.import',
    summary:
      'Import contacts from a CSV file or from objects as a job; an unsubscribed contact stays unsubscribed. Send csv or contacts',
    input: z.object({
      csv: z.string().min(1).optional(),
      contacts: z.array(ImportedRow).min(1).max(100_000).optional(),
      file_name: line(1, 255).optional(),
      /** Of the cells of `csv`; by default the one that the first row suggests. */
      delimiter: z.enum([',', ';', '\t', '|']).optional(),
      /** What columns become, by the name in the first row; the others are what their names suggest. */
      mapping: z
        .array(z.object({ column: z.string(), target: ColumnTarget }))
        .max(1000)
        .optional(),
      /** Added to every contact of the file. */
      tags: z.array(TagName).max(100).optional(),
      /** Splits a cell of tags; by default |, ; or a comma, as the cell shows. */
      tag_separator: text(10)
        .refine((value) => value !== '', { error: 'must not be empty' })
        .meta({ minLength: 1 })
        .optional(),
      /** Of rows without a status; by default what the list gives new contacts. */
      status: defaultStatus.optional(),
      /** What words in a column of statuses mean, whatever their case. */
      status_words: z
        .array(z.object({ word: line(1, 100), status: ContactStatus }))
        .max(100)
        .optional(),
      /** Of rows with any other word that is no status; by default they fail. */
      unknown_status: defaultStatus.optional(),
      /** Of rows of which a column of consent says nothing that is understood; without it, such a file is refused. */
      unknown_consent: z.enum(['subscribed', 'pending', 'unsubscribed']).optional(),
      /** Of dates without an offset. */
      time_zone: TimeZone.default('UTC'),
      /** Of dates such as 03/04/2023; by default the one that the rows of the file show. Without any, the import is refused. */
      date_order: z.enum(['day_first', 'month_first']).optional(),
      /** An empty cell removes the field from a contact that has it. */
      clear_empty: z.boolean().default(false),
      /** Imports the columns that Mailchimp keeps for itself as fields. */
      all_columns: z.boolean().default(false),
      /** Counts what an import would do, and writes nothing. */
      dry_run: z.boolean().default(false),
      /** Webhooks receive an event for every contact. */
      emit_events: z.boolean().default(false),
    }),
    output: ContactImport,
    status: 202,
    location: '/lists/:list_id/imports/:id',
    body_bytes: 10_485_760,
    audit: 'imported',
  }),
  'GET /lists/:list_id/imports/:import_id': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'contacts.import',
    summary:
      'Read the state of an import: its counts, the first hundred rows that failed, what was imported changed, and the columns that are not imported',
    input: z.object({}),
    output: ContactImport,
  }),
  'DELETE /lists/:list_id/imports/:import_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'contacts.import',
    summary: 'Stop an import; what it has written stays',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
    audit: 'canceled',
  }),
  'GET /lists/:list_id/export': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'contacts.export',
    summary:
      'Download the contacts of a list as CSV, under the filters of the list and in its order, except by time of change or status, which is newest first; an apostrophe precedes what a spreadsheet would run as a formula, unless raw=true. With format=jsonl, each line is a contact as the list returns it, and the last one is their count, without which the download is incomplete',
    input: z.object({
      ...contactFilters,
      format: z.enum(['csv', 'jsonl']).default('csv'),
      raw: QueryFlag.optional(),
    }),
    output: z.string(),
    media_types: ['text/csv', 'application/jsonl'],
  }),
}
