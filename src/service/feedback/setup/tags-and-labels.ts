import type { ChangelogLabel, PostTag } from '#contract/feedback/setup.ts'
import type { Page, PageQuery } from '#contract/primitives.ts'
import type { Context, Verbs } from '#service/context.ts'
import { fetchPage } from '#service/page-query.ts'
import { type NamedKind, countNamed, namedAfter } from './named-resource.store.ts'
import { updateNamed, createNamed, deleteNamedResource } from './named-resource.ts'

interface Counted extends Omit<PostTag, 'post_count'> {
  readonly count: number
}

export const tagAndLabelVerbs = {
  'GET /feedback/tags': (context, query) => pageOfNamed(context, 'post_tags', query, toTag),
  'POST /feedback/tags': async (context, draft) =>
    toTag(await createNamed(context, 'post_tags', draft)),
  'PATCH /feedback/tags/:tag_id': async (context, { tag_id, ...change }) =>
    toTag(await updateNamed(context, 'post_tags', tag_id, change)),
  'DELETE /feedback/tags/:tag_id': (context, { tag_id }) =>
    deleteNamedResource(context, 'post_tags', tag_id),

  'GET /feedback/changelog/labels': (context, query) =>
    pageOfNamed(context, 'changelog_labels', query, toLabel),
  'POST /feedback/changelog/labels': async (context, draft) =>
    toLabel(await createNamed(context, 'changelog_labels', draft)),
  'PATCH /feedback/changelog/labels/:label_id': async (context, { label_id, ...change }) =>
    toLabel(await updateNamed(context, 'changelog_labels', label_id, change)),
  'DELETE /feedback/changelog/labels/:label_id': (context, { label_id }) =>
    deleteNamedResource(context, 'changelog_labels', label_id),
} satisfies Partial<Verbs>

async function pageOfNamed<Item>(
  { db, cursor }: Context,
  kind: NamedKind,
  { external_ref, ...page }: PageQuery & { readonly external_ref?: string | undefined },
  toItem: (row: Counted) => Item,
): Promise<Page<Item>> {
  const filter = { external_ref }
  const { data, paging } = await fetchPage(cursor, page, {
    rows: (last, limit) => namedAfter(db, kind, filter, last, limit),
    keyOf: ({ sort_key, id }) => [sort_key, id],
    total: () => countNamed(db, kind, filter),
  })
  return { data: data.map(toItem), paging }
}

const toTag = ({ id, name, color, count, external_ref, version }: Counted): PostTag => ({
  id,
  name,
  color,
  post_count: count,
  external_ref,
  version,
})

const toLabel = ({ id, name, color, count, external_ref, version }: Counted): ChangelogLabel => ({
  id,
  name,
  color,
  entry_count: count,
  external_ref,
  version,
})
