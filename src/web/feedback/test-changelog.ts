import { page } from 'vitest/browser'

import type { ChangelogEntry } from '#client/resources.ts'
import { capabilities, type Capability } from '#contract/capabilities.ts'
import { paths } from '#web/paths.ts'
import { errorResponse, openPage, type Responses } from '#web/test-page.tsx'

let count = 0

/** An entry as the service returns it; a complete draft unless the fields say otherwise. */
export function buildEntry(fields: Partial<ChangelogEntry> = {}): ChangelogEntry {
  count += 1
  const { publish_at = null } = fields
  const isPublished = publish_at !== null && Date.parse(publish_at) <= Date.now()
  return {
    id: `ent_${count}`,
    title: 'Refills by post',
    body: 'Keep the jar. We will send the rest.',
    status: isPublished ? 'published' : publish_at === null ? 'draft' : 'scheduled',
    label_ids: [],
    publish_at,
    published_at: isPublished ? publish_at : null,
    notify: true,
    post_ids: [],
    url: null,
    external_ref: null,
    version: '1',
    created_at: '2025-01-20T09:00:00.000Z',
    updated_at: '2025-01-20T09:00:00.000Z',
    ...fields,
  }
}

interface ChangelogOptions {
  /** Newest first. */
  readonly entries?: readonly ChangelogEntry[]
  readonly responses?: Responses
  /** All of them unless named; those of the public API alone with none. */
  readonly capabilities?: readonly Capability[]
  readonly scope?: 'read'
}

const PAGE_SIZE = 100

// The stub has no event stream.
const allCapabilities = capabilities.filter((name) => name !== 'events.stream')

/** Opens a page of a service that has these entries, stores new ones and saves their texts. */
export async function openChangelog(path: string, options: ChangelogOptions = {}) {
  const entries = [...(options.entries ?? [])]
  const find = (id: string) => entries.find((one) => one.id === id)
  const result = await openPage(
    path,
    {
      'GET /feedback/changelog/entries': ({ input }) => {
        const { status, include_drafts, starting_after, label, search } = input
        const words = search?.toLowerCase().split(' ') ?? []
        const isIncluded = (one: ChangelogEntry) =>
          status === undefined
            ? include_drafts !== undefined || one.status === 'published'
            : status.split(',').includes(one.status ?? '')
        const matches = entries.filter(
          (one) =>
            isIncluded(one) &&
            (label === undefined || one.label_ids?.includes(label)) &&
            words.every((word) => ` ${one.title} ${one.body}`.toLowerCase().includes(` ${word}`)),
        )
        const start = matches.findIndex(({ id }) => id === starting_after) + 1
        const data = matches.slice(start, start + PAGE_SIZE)
        const hasNext = start + PAGE_SIZE < matches.length
        return { data, paging: { next: (hasNext && data.at(-1)?.id) || null } }
      },
      'GET /feedback/changelog/entries/:entry_id': ({ input }) =>
        find(input.entry_id) ?? errorResponse(404, 'not_found'),
      'POST /feedback/changelog/entries': ({ input }) => {
        const { title, body = '', label_ids = [], post_ids = [], publish_at = null } = input
        const entry = buildEntry({ title, body, label_ids, post_ids, publish_at })
        entries.unshift(entry)
        return Response.json(entry, { status: 201 })
      },
      'PATCH /feedback/changelog/entries/:entry_id': ({ input: { entry_id, ...changes } }) => {
        const entry = find(entry_id)
        if (!entry) return errorResponse(404, 'not_found')
        const version = String(Number(entry.version) + 1)
        Object.assign(entry, changes, { version })
        return Response.json(entry)
      },
      'GET /feedback/changelog/labels': { data: [], paging: { next: null } },
      'GET /feedback/changelog/subscribers': { data: [], paging: { next: null } },
      'GET /feedback/posts': { data: [], paging: { next: null } },
      'GET /workspace': {
        id: 'wsp_1',
        name: 'Test',
        time_zone: 'Europe/Berlin',
        public_changelog: false,
      },
      ...options.responses,
    },
    {
      capabilities: options.capabilities ?? allCapabilities,
      ...(options.scope && { scope: options.scope }),
    },
  )
  return { ...result, entries }
}

export const openNewEntry = (options?: ChangelogOptions) => openChangelog(paths.newEntry(), options)

export const title = () => page.getByRole('textbox', { name: 'Title' })
export const body = () => page.getByRole('textbox', { name: 'Text', exact: true })
export const preview = () => page.getByRole('region', { name: 'Preview' })
export const rows = () => page.getByTestId('row')

export const panel = () =>
  page.getByRole('dialog', { name: /Publish this entry|Scheduled entry|Published entry/ })

export const publishButton = () =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^(Publish|Change schedule|Manage publication)$/ })

/** Opens an entry and its panel. */
export async function openPanel(entry: ChangelogEntry, options: ChangelogOptions = {}) {
  const result = await openChangelog(paths.entry(entry.id), { entries: [entry], ...options })
  await publishButton().click()
  return result
}
