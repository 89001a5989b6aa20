// The date of an entry that exists can be changed only with `changelog.edit`.
import type { Page } from '@playwright/test'

import { findThemeViolations } from '../axe.ts'
import {
  confirm,
  createDraft,
  openPanel,
  panel,
  publications,
  publishButton,
  readEntry,
  toast,
} from '../changelog-entry.ts'
import { expect, inHours, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

interface Choice {
  date?: string
  time?: string
  zone?: string
}

async function choose(page: Page, { date, time, zone }: Choice) {
  const form = panel(page)
  await form.getByRole('radio', { name: 'At a set time' }).check()
  if (zone !== undefined) {
    await form.getByRole('combobox', { name: 'Time zone' }).fill(zone)
    await page.getByRole('option').filter({ hasText: zone }).first().click()
  }
  if (date !== undefined) await form.getByLabel('Date', { exact: true }).fill(date)
  if (time !== undefined) await form.getByLabel('Time', { exact: true }).fill(time)
  await page.keyboard.press('Tab')
}

// More zones are in zoned-time.test.ts.
const zones = {
  // Clocks go forward on 25 March 2035.
  London: [
    ['2035-03-24', '2035-03-24T09:30:00.000Z'],
    ['2035-03-25', '2035-03-25T08:30:00.000Z'],
  ],
  // Back by half an hour on 1 April 2035.
  'Lord Howe': [
    ['2035-03-31', '2035-03-30T22:30:00.000Z'],
    ['2035-04-01', '2035-03-31T23:00:00.000Z'],
  ],
} as const

test('H2 T80 an entry is scheduled in any zone, changed, undone and removed', async ({
  page,
  api,
}) => {
  await test.step('H2 09:30 in another zone is sent as its moment in UTC', async () => {
    const draft = await createDraft(api)
    await openPanel(page, draft.id)
    let isScheduled = false
    for (const [zone, moments] of Object.entries(zones))
      for (const [date, moment] of moments) {
        if (isScheduled) await publishButton(page).click()
        await choose(page, { date, time: '09:30', zone })
        await expect(panel(page)).toContainText(`at 09:30 in ${zone}`)
        await expect(panel(page)).toContainText('For you in Berlin that is')
        await confirm(page, isScheduled ? 'Change time' : 'Schedule')
        isScheduled = true
        await expect(panel(page)).toHaveCount(0)
        expect(await readEntry(api, draft.id), zone).toMatchObject({
          status: 'scheduled',
          publish_at: moment,
        })
      }
    expect(await publications(api)).toEqual([])
  })

  await test.step('H2 times that clock changes skip or repeat are called out', async () => {
    const draft = await createDraft(api)
    await openPanel(page, draft.id)
    await choose(page, { zone: 'London', date: '2035-03-25', time: '01:30' })
    await expect(panel(page)).toContainText('01:30 doesn’t exist')
    await confirm(page, 'Schedule')
    await expect(panel(page)).toBeVisible()
    await panel(page).getByRole('button', { name: 'Use 02:30' }).click()
    await expect(panel(page)).toContainText('at 02:30 in London')

    await choose(page, { zone: 'Lord Howe', date: '2035-04-01', time: '01:45' })
    await expect(panel(page)).toContainText('01:45 happens twice')
    await panel(page)
      .getByText(/^Second/)
      .click()
    await confirm(page, 'Schedule')
    await expect(panel(page)).toHaveCount(0)
    expect((await readEntry(api, draft.id)).publish_at).toBe('2035-03-31T15:15:00.000Z')
  })

  await test.step('T80 a schedule is changed, undone and removed', async () => {
    const draft = await createDraft(api)
    const stored = () => readEntry(api, draft.id)
    await openPanel(page, draft.id)
    expect(await findThemeViolations(page)).toEqual([])
    await choose(page, { date: 'garbage' })
    await expect(panel(page)).toContainText('Enter a date')
    await choose(page, { date: '2035-03-24', time: '09:30' })
    await confirm(page, 'Schedule')
    await expect(toast(page, 'Scheduled Refills by post')).toBeVisible()
    const first = '2035-03-24T08:30:00.000Z' // 09:30 in Berlin
    await expect.poll(async () => (await stored()).publish_at).toBe(first)

    await publishButton(page).click()
    await expect(panel(page).getByLabel('Time', { exact: true })).toHaveValue('09:30')
    await choose(page, { time: '11:00' })
    await confirm(page, 'Change time')
    await expect.poll(async () => (await stored()).publish_at).toBe('2035-03-24T10:00:00.000Z')
    await toast(page, 'Scheduled').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await stored()).publish_at).toBe(first)

    await publishButton(page).click()
    await panel(page).getByRole('button', { name: 'Unschedule' }).click()
    await expect(publishButton(page)).toHaveText('Publish')
    expect(await stored()).toMatchObject({ status: 'draft', publish_at: null })
    expect(await publications(api)).toEqual([])
  })

  await test.step('a schedule asks before it replaces a date that someone else has set', async () => {
    const draft = await createDraft(api)
    const [theirs, mine] = ['2035-05-01T07:00:00.000Z', '2035-03-24T08:30:00.000Z']
    await openPanel(page, draft.id)
    await choose(page, { date: '2035-03-24', time: '09:30' })
    await api('PATCH /feedback/changelog/entries/:entry_id', {
      entry_id: draft.id,
      publish_at: theirs,
      notify: false,
    })
    await expect(panel(page)).toContainText('No one is emailed')
    await confirm(page, 'Change time')
    const question = page.getByRole('dialog', { name: /^Someone else changed/ })
    await expect(question).toContainText('1 May 2035')
    expect((await readEntry(api, draft.id)).publish_at).toBe(theirs)
    await question.getByRole('button', { name: 'Use my version' }).click()
    await expect
      .poll(() => readEntry(api, draft.id))
      .toMatchObject({ publish_at: mine, notify: false })
  })
})

/** What of the header is not visible, covered by something else, or cut off. */
const findHiddenControls = (page: Page) =>
  page.getByTestId('entry-bar').evaluate((bar) =>
    [...bar.querySelectorAll('[data-testid=save-status], time, a, button, label')].flatMap(
      (control) => {
        const box = control.getBoundingClientRect()
        if (box.width === 0) return [] // not at this width
        const isHit = [box.left + 2, box.right - 2].every((x) => {
          const top = document.elementFromPoint(x, box.top + box.height / 2)
          return top !== null && (control.contains(top) || top.contains(control))
        })
        const isCut = [control, ...control.querySelectorAll('span')].some(
          ({ scrollWidth, clientWidth, className }) =>
            clientWidth > 0 && className !== 'sr-only' && scrollWidth > clientWidth,
        )
        return isHit && !isCut ? [] : [control.textContent ?? '']
      },
    ),
  )

test('H8 T84 T85 scheduled entries are listed, shown whole, and old dates mail nobody', async ({
  page,
  api,
}) => {
  await test.step('H8 T84 scheduled entries are listed by time and name the zone', async () => {
    const later = await createDraft(api, { title: 'Later', publish_at: inHours(48) })
    const sooner = await createDraft(api, { title: 'Sooner', publish_at: inHours(30) })
    await createDraft(api, { title: 'A draft' })
    await page.goto('/changelog?tab=scheduled')
    const rows = page.getByRole('main').getByTestId('row')
    await expect(rows).toHaveCount(2)
    expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-id')))).toEqual([
      sooner.id,
      later.id,
    ])
    await expect(page.getByRole('main')).toContainText('Times in Berlin')
    expect((await api('GET /feedback/changelog/entries', {})).data).toEqual([])
  })

  await test.step('a scheduled entry shows its whole header and panel at every width', async () => {
    const entry = await createDraft(api, { title: 'Refills', body: 'Jar', publish_at: inHours(48) })
    await page.goto(`/changelog/${entry.id}`)
    await expect(page.getByTestId('save-status')).toHaveText('Saved')
    const preview = page.getByRole('region', { name: 'Preview' })
    await expect(preview.locator('time')).toHaveText(/20\d\d/) // the date that readers see
    for (const width of [1920, 1440, 1366, 1280, 1024, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await findHiddenControls(page), `${width}`).toEqual([])
      await expect(page.getByTestId('entry-bar').getByText('Scheduled')).toHaveCount(1)
    }
    await page.getByRole('button', { name: 'Change schedule' }).click()
    const excess = await panel(page).evaluate((sheet) => {
      const content = sheet.querySelector('[data-checked] > label + *')
      const end = content?.getBoundingClientRect().right ?? 0
      const fields = [...(content?.querySelectorAll('input, button') ?? [])]
      const isWide = (field: Element) => field.getBoundingClientRect().right > end
      return [sheet.scrollWidth - sheet.clientWidth, fields.filter(isWide).length, fields.length]
    })
    expect(excess).toEqual([0, 0, expect.any(Number)])
    expect(excess[2]).toBeGreaterThanOrEqual(3)
  })

  await test.step('T85 an entry dated over a day back or with email switched off mails nobody', async () => {
    for (const name of ['ana', 'ben'])
      await api('POST /feedback/changelog/subscribers', { email: `${name}@example.com` })
    const draft = await createDraft(api)
    await page.addInitScript(() => localStorage.setItem('workspace-admin:publish_wait', '0'))
    await openPanel(page, draft.id)
    await expect(panel(page)).toContainText('Emails 2 subscribers.')
    await choose(page, { date: '2024-02-29', time: '09:30' })
    await expect(panel(page)).toContainText('This time is in the past')
    await expect(panel(page)).toContainText(
      'No one is emailed, because the date is more than 24 hours back.',
    )
    await confirm(page, 'Publish with this date')
    await expect(toast(page, 'Published Refills by post')).toBeVisible()
    expect(await readEntry(api, draft.id)).toMatchObject({
      status: 'published',
      published_at: '2024-02-29T08:30:00.000Z',
      notify: false,
    })
    await expect.poll(() => publications(api)).toEqual([draft.id])

    const second = await createDraft(api, { title: 'Jars' })
    await openPanel(page, second.id)
    await expect(panel(page)).toContainText('Emails 2 subscribers.')
    await panel(page)
      .getByRole('switch', { name: /Email subscribers/ })
      .click()
    await expect(panel(page)).toContainText('No one is emailed.')
    await confirm(page, 'Publish')
    await expect.poll(() => publications(api)).toEqual([draft.id, second.id])
    expect((await readEntry(api, second.id)).notify).toBe(false)
  })
})
