import { type RawBuilder, sql } from 'kysely'

import { DAY_PATTERN, NUMBER_PATTERN } from '#contract/email/segments.rules.ts'
import type { SegmentFilter } from '#contract/email/segments.ts'
import { addDays } from '#contract/plain-date.rules.ts'
import { type ParsedCondition, parseFilter } from './segments.rules.ts'

type TagCondition = Extract<ParsedCondition, { kind: 'tag' | 'address' }>
type TagSql = (condition: TagCondition) => RawBuilder<boolean>

/** The time of the request. A filter that reads it matches others later, without any write. */
export type ReadNow = () => Date

/** Each condition is true or false, never null, so that `not` negates it. */
export function segmentCondition(
  filter: SegmentFilter,
  readNow: ReadNow,
  tagSql: TagSql = taggedSql,
): RawBuilder<boolean> {
  const { match, conditions } = parseFilter(filter)
  const parts = conditions.map((condition) =>
    condition.not
      ? sql<boolean>`not (${conditionSql(condition, readNow, tagSql)})`
      : conditionSql(condition, readNow, tagSql),
  )
  return sql<boolean>`(${sql.join(parts, match === 'all' ? sql` and ` : sql` or `)})`
}

function conditionSql(
  condition: ParsedCondition,
  readNow: ReadNow,
  tagSql: TagSql,
): RawBuilder<boolean> {
  switch (condition.kind) {
    case 'status':
      return sql`contacts.status = ${condition.value}`
    case 'time':
      return condition.op === 'before'
        ? sql`${sql.ref(`contacts.${condition.column}`)} < ${condition.value}`
        : sql`${sql.ref(`contacts.${condition.column}`)} > ${condition.value}`
    case 'age': {
      const column = sql.ref(`contacts.${condition.column}`)
      const now = readNow()
      const start = new Date(now.getTime() - condition.days * DAY_MS)
      return sql`(${column} > ${start} and ${column} <= ${now})`
    }
    case 'field_age': {
      const day = sql`left(${fieldSql(condition.name)}, 10) collate "C"`
      const today = readNow().toISOString().slice(0, 10)
      const before = addDays(today, -condition.days)
      return whereText(condition.name, DAY_PATTERN, sql`${day} > ${before} and ${day} <= ${today}`)
    }
    case 'field_order': {
      const { name, operand } = condition
      const column = fieldSql(name)
      const operator = condition.op === 'greater' ? sql`>` : sql`<`
      return operand.kind === 'number'
        ? whereText(
            name,
            NUMBER_PATTERN,
            sql`${column}::numeric ${operator} ${operand.value}::numeric`,
          )
        : whereText(
            name,
            DAY_PATTERN,
            sql`left(${column}, 10) collate "C" ${operator} ${operand.value}`,
          )
    }
    case 'address':
      return comparisonSql(sql`contacts.address_key`, condition)
    case 'field': {
      const column = fieldSql(condition.name)
      return condition.mode === 'exists'
        ? sql`${column} is not null`
        : sql`coalesce(${comparisonSql(column, condition)}, false)`
    }
    case 'tag':
      return condition.mode === 'exists' ? anyTag : tagSql(condition)
  }
}

const DAY_MS = 86_400_000

const fieldSql = (name: string) => sql`(contacts.fields ->> ${name}::text)`

/** `case`, because the planner may evaluate the parts of `and` in any order, and a cast of another text fails. */
const whereText = (name: string, pattern: string, condition: RawBuilder<unknown>) =>
  sql<boolean>`case when ${fieldSql(name)} ~ ${pattern} then ${condition} else false end`

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
