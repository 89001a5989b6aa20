import { type RawBuilder, sql } from 'kysely'

import type { SegmentFilter } from '#contract/email/segments.ts'
import { type ParsedCondition, parseFilter } from './segments.rules.ts'

type TagCondition = Extract<ParsedCondition, { kind: 'tag' | 'address' }>
type TagSql = (condition: TagCondition) => RawBuilder<boolean>

/** Each condition is true or false, never null, so that `not` negates it. */
export function segmentCondition(
  filter: SegmentFilter,
  tagSql: TagSql = taggedSql,
): RawBuilder<boolean> {
  const { match, conditions } = parseFilter(filter)
  const parts = conditions.map((condition) =>
    condition.not
      ? sql<boolean>`not (${conditionSql(condition, tagSql)})`
      : conditionSql(condition, tagSql),
  )
  return sql<boolean>`(${sql.join(parts, match === 'all' ? sql` and ` : sql` or `)})`
}

function conditionSql(condition: ParsedCondition, tagSql: TagSql): RawBuilder<boolean> {
  switch (condition.kind) {
    case 'status':
      return sql`contacts.status = ${condition.value}`
    case 'time':
      return condition.op === 'before'
        ? sql`${sql.ref(`contacts.${condition.column}`)} < ${condition.value}`
        : sql`${sql.ref(`contacts.${condition.column}`)} > ${condition.value}`
    case 'address':
      return comparisonSql(sql`contacts.address_key`, condition)
    case 'field': {
      const column = sql`(contacts.fields ->> ${condition.name}::text)`
      return condition.mode === 'exists'
        ? sql`${column} is not null`
        : sql`coalesce(${comparisonSql(column, condition)}, false)`
    }
    case 'tag':
      return condition.mode === 'exists' ? anyTag : tagSql(condition)
  }
}

const anyTag = sql<boolean>`cardinality(contacts.tags) > 0`

/** For the contacts of one filter: the rows of a tag are in the order of the contacts. */
const taggedSql: TagSql = (condition) =>
  sql`exists (select from contact_tags as tagged
    where tagged.workspace_id = contacts.workspace_id and tagged.list_id = contacts.list_id
      and tagged.created_at = contacts.created_at and tagged.contact_id = contacts.id
      and ${comparisonSql(sql`tagged.tag_key`, condition)})`

/** For many filters in one scan: contacts have their tags as the list spells them. */
export const tagNamesSql =
  (tags: readonly { readonly key: string; readonly name: string }[]): TagSql =>
  ({ mode, value }) => {
    const names = tags.filter(({ key }) => matchers[mode](key, value)).map(({ name }) => name)
    return sql`contacts.tags && ${names}::text[]`
  }

const matchers: Record<TagCondition['mode'], (key: string, value: string) => boolean> = {
  is: (key, value) => key === value,
  contains: (key, value) => key.includes(value),
  starts_with: (key, value) => key.startsWith(value),
  exists: () => true,
}

/** Null where the column is. An equality on a column alone can use its index. */
function comparisonSql(
  column: RawBuilder<unknown>,
  { mode, value }: { readonly mode: string; readonly value: string },
): RawBuilder<boolean> {
  if (mode === 'is') return sql`${column} = ${value}`
  const literal = value.replace(/[\\%_]/g, '\\$&')
  return sql`${column} like ${mode === 'contains' ? `%${literal}%` : `${literal}%`}`
}
