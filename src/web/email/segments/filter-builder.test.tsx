import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import type { Segment } from '#client/resources.ts'
import type { Capability } from '#contract/capabilities.ts'
import { pageOf } from '#web/email/test-campaigns.ts'
import { paths } from '#web/paths.ts'
import { findThemeViolations } from '#web/test-axe.ts'
import { emulatePhone, excessWidth, openPage } from '#web/test-page.tsx'

const list = { id: 'lst_1', name: 'Customers' }

type Conditions = NonNullable<Segment['filter']>['conditions']

/** The page of segments; `previews` are the conditions that the form has counted. */
async function openSegments(
  conditions: Conditions,
  capabilities: readonly Capability[] = ['segments.write', 'filters'],
) {
  const previews: unknown[] = []
  const filter = { match: 'all' as const, conditions }
  await openPage(
    paths.listSegments(list.id),
    {
      'GET /lists': pageOf([list]),
      'GET /lists/:list_id': list,
      'GET /lists/:list_id/segments': pageOf([
        { id: 'seg_1', list_id: list.id, name: 'Recent', contact_count: 3, filter },
      ]),
      'GET /lists/:list_id/tags': pageOf([]),
      'GET /lists/:list_id/contacts': pageOf([]),
      'POST /lists/:list_id/segments/preview': ({ input }) => {
        previews.push(input.filter.conditions)
        return { contact_count: 3, sample: [] }
      },
    },
    { capabilities },
  )
  await expect.element(page.getByTestId('row')).toBeVisible()
  return previews
}

const dialog = () => page.getByRole('dialog')
const rule = (number: number) => dialog().getByRole('group', { name: `Rule ${number}` })

async function edit() {
  await page.getByRole('button', { name: 'Actions for Recent' }).click()
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
}

test('a rule of days and one of numbers are built, counted and said in words', async () => {
  await emulatePhone()
  const previews = await openSegments([{ field: 'created_at', op: 'within_days', value: '1' }])
  await expect.element(page.getByText('Added in the last 1 day')).toBeInTheDocument()
  await edit()
  await rule(1).getByLabelText('Days').fill('0')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(rule(1)).toHaveTextContent('Enter a number of days from 1 to 36,500.')
  await rule(1).getByLabelText('Days').fill('30')
  await dialog().getByRole('button', { name: 'Add rule' }).click()
  await rule(2).getByLabelText('Field', { exact: true }).selectOptions('Merge field')
  await rule(2).getByLabelText('Field name').fill('orders')
  await rule(2).getByLabelText('Condition').selectOptions('is greater or later than')
  await rule(2).getByLabelText('Value').fill('1,000')
  await expect.element(rule(2)).toHaveTextContent('Enter a number such as 4.5')
  await rule(2).getByLabelText('Condition').selectOptions('in the last days')
  await expect.element(rule(2)).toHaveTextContent('Whole days in UTC. Today is day 1.')
  await rule(2).getByLabelText('Condition').selectOptions('is greater or later than')
  await rule(2).getByLabelText('Value').fill('1000')
  await expect
    .poll(() => previews.at(-1))
    .toEqual([
      { field: 'created_at', op: 'within_days', value: '30' },
      { field: 'fields.orders', op: 'greater', value: '1000' },
    ])
  expect(excessWidth()).toBeLessThanOrEqual(0)
  expect(await findThemeViolations()).toEqual([])
})

test('a server without filters offers no comparison', async () => {
  await openSegments([{ field: 'fields.orders', op: 'is', value: '5' }], ['segments.write'])
  await edit()
  const options = rule(1).getByLabelText('Condition').getByRole('option')
  await expect.element(options).toHaveLength(7)
})

test('an operator that this version does not know is shown and kept', async () => {
  // As JSON of a newer server has it.
  const conditions: Conditions = JSON.parse('[{"field":"tag","op":"resembles","value":"vip"}]')
  const previews = await openSegments(conditions)
  await expect.element(page.getByText('Tag resembles “vip”')).toBeVisible()
  await edit()
  await expect.element(rule(1).getByLabelText('Condition')).toHaveValue('resembles')
  await expect.poll(() => previews).toEqual([conditions])
})
