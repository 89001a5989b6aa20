import { expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

import {
  body,
  buildEntry,
  openChangelog,
  openNewEntry,
  openPanel,
  panel,
  publishButton,
} from '#web/feedback/test-changelog.ts'
import { paths } from '#web/paths.ts'
import { errorResponse } from '#web/test-page.tsx'

const SAVE = 'PATCH /feedback/changelog/entries/:entry_id'

const atSetTime = () => panel().getByRole('radio', { name: 'At a set time' }).click({ force: true })

test('what is not saved yet is listed line by line', async () => {
  const entry = buildEntry({ body: 'Keep the jar.' })
  await openChangelog(paths.entry(entry.id), {
    entries: [entry],
    responses: { [SAVE]: () => errorResponse(422, 'validation_failed') },
  })
  await body().fill('Keep the jar.\nOr not.')
  await publishButton().click()
  await page.getByText('Changed since the last save').click()
  await expect.element(panel().getByRole('listitem')).toHaveTextContent('Added: Or not.')
})

test('an empty or wrong date is refused beside the field with the focus', async () => {
  const { entries } = await openPanel(buildEntry())
  await atSetTime()
  const date = panel().getByLabelText('Date', { exact: true })
  const time = panel().getByLabelText('Time', { exact: true })
  const schedule = panel().getByRole('button', { name: 'Schedule', exact: true })

  await date.fill('')
  await schedule.click()
  await expect.element(panel().getByText('Choose a date and a time.')).toBeVisible()
  await expect.element(date).toHaveFocus()
  await expect.element(date).toHaveAttribute('aria-invalid', 'true')

  await userEvent.keyboard('garbage')
  await schedule.click()
  await expect.element(panel().getByText('Enter a date, such as')).toBeVisible()
  await expect.element(date).toHaveFocus()

  await date.fill('2035-03-24')
  await time.fill('')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(time).toHaveFocus()
  await expect.element(time).toHaveAttribute('aria-invalid', 'true')
  expect(entries[0]).toMatchObject({ status: 'draft', publish_at: null })

  await userEvent.keyboard('11:15')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(panel()).not.toBeInTheDocument()
  await expect.poll(() => entries[0]?.publish_at).toBe('2035-03-24T10:15:00.000Z')
})

test('the time zone of the workspace is proposed, and found by its present name', async () => {
  await openPanel(buildEntry(), {
    responses: { 'GET /workspace': { id: 'wsp_1', name: 'Test', time_zone: 'Asia/Tokyo' } },
  })
  await atSetTime()
  const zone = panel().getByRole('combobox', { name: 'Time zone' })
  await expect.element(zone).toHaveDisplayValue(/^Tokyo/)
  for (const name of ['Kathmandu', 'Kolkata', 'Kyiv', 'Ho Chi Minh']) {
    await zone.fill(name)
    await page.getByRole('option').first().click()
    await expect.element(zone).toHaveDisplayValue(new RegExp(`^${name}`))
    await expect.element(panel()).toHaveTextContent(`in ${name}`)
  }
  await zone.fill('EST')
  await expect.element(page.getByRole('option').first()).toHaveTextContent('New York')
})

test('a published entry names what Ctrl Enter does', async () => {
  const entry = buildEntry({ publish_at: '2025-01-20T09:00:00.000Z' })
  await openChangelog(`/changelog/${entry.id}`, { entries: [entry] })
  await expect.element(publishButton()).toHaveTextContent(/^Manage publication$/)
  await expect.element(page.getByCss('main footer')).toHaveTextContent('Manage publication')
})

test('a phone has one row of tools and a close button beside the title', async () => {
  await page.viewport(390, 844)
  const draft = buildEntry()
  const { router } = await openNewEntry({ entries: [draft] })
  const tools = page.getByRole('toolbar').getByRole('button')
  await expect.element(tools.first()).toBeVisible()
  const tops = tools.elements().map((one) => one.getBoundingClientRect().top)
  expect(new Set(tops).size).toBe(1)
  expect(document.documentElement.scrollWidth).toBe(390)

  await router.navigate(`/changelog/${draft.id}`)
  await publishButton().click()
  const middleOf = (locator: Locator) => {
    const { y, height } = locator.element().getBoundingClientRect()
    return y + height / 2
  }
  const title = panel().getByRole('heading', { name: 'Publish this entry', exact: true })
  await expect.element(title).toBeVisible()
  const close = panel().getByRole('button', { name: 'Close', exact: true })
  expect(Math.abs(middleOf(close) - middleOf(title))).toBeLessThan(2)
})

test('a draft that cannot be published says what is missing', async () => {
  const label = { id: 'lbl_1', name: 'New', color: 'green' }
  const empty = buildEntry({ body: '' })
  const draft = buildEntry({ body: 'See ![](https://a.example/b.png) and [this]().' })
  const { router } = await openPanel(empty, {
    entries: [empty, draft],
    responses: {
      'GET /feedback/changelog/labels': { data: [label], paging: { next: null } },
    },
  })
  const publish = () => panel().getByRole('button', { name: 'Publish', exact: true })
  await expect.element(panel()).toHaveTextContent('Write a text first.')
  await expect.element(publish()).toBeDisabled()

  await panel().getByRole('button', { name: 'Close', exact: true }).click()
  await router.navigate(`/changelog/${draft.id}`)
  await publishButton().click()
  for (const issue of ['No label', '1 link without an address', '1 image without a description'])
    await expect.element(panel()).toHaveTextContent(issue)
  await expect.element(publish()).toBeEnabled()
})

test('the button takes the focus of a toast that ends with the time to undo', async () => {
  const draft = buildEntry()
  await openPanel(draft, {
    responses: {
      'POST /feedback/changelog/entries/:entry_id/publish': () =>
        Response.json(buildEntry({ id: draft.id, publish_at: '2025-01-20T09:00:00.000Z' })),
    },
  })
  await expect.element(panel()).toBeVisible()
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
  onTestFinished(() => void vi.useRealTimers())
  await panel().getByRole('button', { name: 'Publish', exact: true }).click()
  const publishing = page.getByTestId('toast').filter({ hasText: 'Publishing' })
  const undo = publishing.getByRole('button', { name: 'Undo' })
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(10)
      return undo.length
    })
    .toBe(1)
  undo.element().focus()
  await expect.element(undo).toHaveFocus()
  await vi.advanceTimersByTimeAsync(7000)
  await expect.element(publishing).not.toBeInTheDocument()
  await expect.element(publishButton()).toHaveFocus()
})

test('emails switched off while switching them on is saved stay off', async () => {
  const entry = buildEntry({ notify: false })
  let respond: () => void = () => undefined
  const response = new Promise<void>((resolve) => {
    respond = resolve
  })
  const saved: (boolean | undefined)[] = []
  await openPanel(entry, {
    responses: {
      [SAVE]: async ({ input }) => {
        const { notify, publish_at = null } = input
        if (notify) await response
        saved.push(notify)
        Object.assign(entry, { publish_at, version: String(Number(entry.version) + 1) })
        if (notify !== undefined) Object.assign(entry, { notify })
        return Response.json(entry)
      },
    },
  })
  const emails = panel().getByRole('switch', { name: 'Email subscribers' })
  await emails.click({ force: true })
  await emails.click({ force: true })
  await atSetTime()
  await panel().getByLabelText('Date', { exact: true }).fill('2035-03-24')
  await panel().getByRole('button', { name: 'Schedule', exact: true }).click()
  respond()
  await expect.poll(() => saved).toEqual([true, false])
  await expect.element(panel()).not.toBeInTheDocument()
})

test('emails that someone switches on while the text is saved stop a publication', async () => {
  const entry = buildEntry({ notify: false })
  let respond: () => void = () => undefined
  const response = new Promise<void>((resolve) => {
    respond = resolve
  })
  await openChangelog(paths.entry(entry.id), {
    entries: [entry],
    responses: {
      [SAVE]: async ({ input }) => {
        await response
        if (entry.notify === false) {
          Object.assign(entry, { notify: true, version: '2' })
          return errorResponse(412, 'precondition_failed')
        }
        Object.assign(entry, { body: input.body, version: String(Number(entry.version) + 1) })
        return Response.json(entry)
      },
    },
  })
  await body().fill('Keep the jar.')
  await publishButton().click()
  await expect.element(panel()).toHaveTextContent('No one is emailed')
  await panel().getByRole('button', { name: 'Publish', exact: true }).click()
  respond()
  await expect.element(panel().getByRole('alert')).toHaveTextContent('Check it, then try again.')
  await expect.element(panel().getByRole('switch', { name: 'Email subscribers' })).toBeChecked()
})
