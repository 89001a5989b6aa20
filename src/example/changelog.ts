import { nameKey } from '#contract/names.rules.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type EntryText, entryTexts, labelTexts } from './changelog-texts.ts'
import { personOf } from './people.rules.ts'
import { newsOf, prose } from './phrases.rules.ts'
import { after, atHour, dayMs, daysBefore, hourMs } from './random-dates.rules.ts'
import { type Random, drawn } from './random.rules.ts'
import { type Row, insertRows, searchedBy } from './rows.store.ts'
import type { Kit } from './seed-context.ts'

/** Labels, entries that wait, are planned and are out, and those who read them. */
export async function fillChangelog(
  db: WorkspaceDb,
  kit: Kit,
  team: readonly Row<'members'>[],
  posts: readonly Row<'posts'>[],
): Promise<void> {
  const labels = labelRows(kit)
  await insertRows(db, 'changelog_labels', labels)
  await insertRows(db, 'changelog_entries', entryRows(kit, labels, team, posts))
  await insertRows(db, 'changelog_subscribers', subscriberRows(kit))
}

function labelRows({ ids, now }: Kit): Row<'changelog_labels'>[] {
  const makeId = ids('changelog labels')
  const created_at = daysBefore(now, 730)
  return labelTexts.map(([name, color]) => ({
    id: makeId('cll', created_at),
    name,
    name_key: nameKey(name),
    color,
    created_at,
    updated_at: created_at,
  }))
}

function* entryRows(
  kit: Kit,
  labels: readonly Row<'changelog_labels'>[],
  team: readonly Row<'members'>[],
  posts: readonly Row<'posts'>[],
): Generator<Row<'changelog_entries'>> {
  const random = kit.random('changelog')
  const makeId = kit.ids('changelog')
  const { entries } = kit.amounts
  const scheduled = Math.max(1, Math.round(entries * 0.02))
  const drafts = Math.max(3, Math.round(entries * 0.04))
  const live = posts.filter(
    ({ deleted_at, merged_into_id }) => deleted_at === null && merged_into_id === null,
  )
  for (let index = 0; index < entries; index++) {
    const age = Math.max(0, index - scheduled - drafts)
    const text = index === entries - 1 ? longest(random) : (entryTexts[index] ?? madeUp(random))
    const days = Math.min(15, 2_400 / entries)
    const plan = planOf(kit.now, { index, age: age * days, scheduled, drafts })
    yield {
      id: makeId('chg', plan.created_at),
      title: text.title,
      body: text.body,
      label_ids: labels.filter(({ name }) => text.labels.includes(name)).map(({ id }) => id),
      post_ids: index === 1 ? live.slice(0, 1).map(({ id }) => id) : [],
      ...plan,
      notify: true,
      announced: plan.published_at !== null,
      author_id: random.oneOf(team).id,
      updated_at: plan.published_at ?? plan.created_at,
      ...searchedBy(`${text.title}\n${text.body}`),
    }
  }
}

/** Scheduled first, in the future; then drafts; then one about every two weeks, or closer where there are many. */
function planOf(
  now: Date,
  {
    index,
    age,
    scheduled,
    drafts,
  }: {
    readonly index: number
    readonly age: number
    readonly scheduled: number
    readonly drafts: number
  },
) {
  if (index < scheduled) {
    const publish_at = atHour(now, 4 + index * 3, 8)
    return { created_at: daysBefore(now, 2), publish_at, published_at: null }
  }
  if (index < scheduled + drafts) {
    const created_at = after(now, -(index - scheduled + 0.01) * dayMs * 2)
    return { created_at, publish_at: null, published_at: null }
  }
  const published_at = atHour(now, -3 - Math.floor(age), 9)
  return { created_at: after(published_at, -26 * hourMs), publish_at: published_at, published_at }
}

const bulletsOf = drawn({ 2: 30, 5: 40, 10: 20, 25: 10 })

function madeUp(random: Random): EntryText {
  const bullets = Number(bulletsOf(random))
  const lines = Array.from({ length: bullets }, () =>
    `- ${prose(random, 40)}`.replaceAll('\n\n', ' '),
  )
  const labels = [
    ...(random.chance(0.35) ? ['New'] : []),
    ...(random.chance(0.4) ? ['Improved'] : []),
    ...(random.chance(0.55) ? ['Fixed'] : []),
  ]
  return {
    title: newsOf(random),
    body: lines.join('\n'),
    labels: random.chance(0.08) ? [] : labels,
  }
}

/** Twenty-five thousand characters, to see what that looks like. */
const longest = (random: Random): EntryText => ({
  title: 'Everything about the first year, in one go',
  body: `# The first year\n\n${Array.from({ length: 50 }, (_, index) => `## Week ${index + 1}\n\n${prose(random, 480)}`).join('\n\n')}`,
  labels: ['New', 'Improved', 'Fixed', 'Shop'],
})

const statusOf = drawn({ confirmed: 88, pending: 6, unsubscribed: 6 })

function* subscriberRows(kit: Kit): Generator<Row<'changelog_subscribers'>> {
  const random = kit.random('subscribers')
  const makeId = kit.ids('subscribers')
  const { subscribers } = kit.amounts
  for (let index = 0; index < subscribers; index++) {
    const created_at = daysBefore(kit.now, 700 * (1 - index / subscribers) + 0.2)
    const { address } = personOf(index + 5_000, random)
    yield {
      id: makeId('sub', created_at),
      email: address,
      email_key: nameKey(address),
      status: statusOf(random),
      created_at,
      updated_at: created_at,
    }
  }
}
