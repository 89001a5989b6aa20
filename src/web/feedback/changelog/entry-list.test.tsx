import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import {
  buildEntry,
  openChangelog,
  openNewEntry,
  openPanel,
  panel,
  publishButton,
  rows,
  title,
} from '#web/feedback/test-changelog.ts'
import { setPreference } from '#web/session/preferences.ts'
import { findThemeViolations } from '#web/test-axe.ts'
import { waitForDeferredCode } from '#web/test-focus.ts'
import { emulatePhone, excessWidth, type Responses } from '#web/test-page.tsx'

const tabs = () => page.getByRole('group', { name: 'Which entries' }).getByRole('link')
const heading = () => page.getByRole('heading', { level: 1 })
const rowTexts = () =>
  rows()
    .elements()
    .map((row) => row.textContent)

test('an empty changelog offers to write the first entry', async () => {
  await openChangelog('/changelog')
  await expect.element(page.getByRole('heading', { name: 'No drafts' })).toBeVisible()
  await page.getByRole('link', { name: 'Write an entry' }).click()
  await expect.element(title()).toBeVisible()
  for (const tab of ['Scheduled', 'Published']) {
    await tabs().filter({ hasText: tab }).click()
    await expect.element(page.getByRole('heading', { name: /^Nothing is/ })).toBeVisible()
  }
})

test('G C, J, K and C work from the keyboard', async () => {
  const entries = ['First', 'Second', 'Third'].map((name) => buildEntry({ title: name, body: '' }))
  await openChangelog('/', { entries })
  await expect.element(page.getByCss('[data-page=overview]')).toBeVisible()
  await waitForDeferredCode()
  await userEvent.keyboard('gc')
  await expect.poll(() => location.pathname).toBe('/changelog')
  // The overview has rows of drafts, too.
  await expect.element(page.getByRole('heading', { name: 'Changelog' })).toHaveFocus()
  await expect
    .poll(rowTexts)
    .toEqual([/^First/, /^Second/, /^Third/].map((text) => expect.stringMatching(text)))
  const open = page.getByCss('[data-testid=row] a[aria-current=page]')
  await userEvent.keyboard('j')
  await expect.element(open).toHaveTextContent(/^First/)
  await userEvent.keyboard('j')
  await expect.element(open).toHaveTextContent(/^Second/)
  await expect.element(heading()).toHaveTextContent(/^Second$/)
  await expect.element(heading()).toHaveFocus()
  await expect.poll(() => document.title).toMatch(/^Second, Changelog, /)
  await userEvent.keyboard('k')
  await expect.element(open).toHaveTextContent(/^First/)
  await userEvent.keyboard('c')
  await expect.poll(() => location.pathname).toBe('/changelog/new')
  await expect.element(title()).toBeVisible()
})

test('many published entries render under a hundred rows', async () => {
  const entries = Array.from({ length: 130 }, (_, index) =>
    buildEntry({
      title: `Release ${index}`,
      publish_at: new Date(Date.UTC(2025, 0, 1, index)).toISOString(),
    }),
  )
  await openChangelog('/changelog?tab=published', { entries: entries.toReversed() })
  await expect.element(rows().first()).toHaveTextContent(/^Release 129/)
  await page.getByRole('button', { name: 'Load more' }).click()
  const list = page.getByRole('list', { name: 'Published entries' })
  await expect.element(list.getByTestId('row').first()).toHaveAttribute('aria-setsize', '130')
  expect(rows().elements().length).toBeLessThan(100)
  const scroll = (part: number) => {
    const { parentElement, scrollHeight } = list.element()
    parentElement?.scrollTo(0, part * scrollHeight)
  }
  scroll(1)
  await expect.element(page.getByRole('link', { name: /^Release 0/ })).toBeVisible()
  expect(rows().elements().length).toBeLessThan(100)
  scroll(0)
  await page.getByRole('link', { name: /^Release 120/ }).click()
  await expect.element(heading()).toHaveTextContent(/^Release 120$/)
  await waitForDeferredCode()
  for (let step = 0; step < 30; step++) await userEvent.keyboard('j')
  await expect.element(heading()).toHaveTextContent(/^Release 90$/)
})

test('a new entry starts in its title from each way to it', async () => {
  const { router } = await openNewEntry()
  await expect.element(title()).toHaveFocus()
  await router.navigate('/changelog')
  await page.getByRole('link', { name: 'New entry' }).click()
  await expect.element(title()).toHaveFocus()
  await waitForDeferredCode()
  await userEvent.keyboard('{Escape}c')
  await expect.element(title()).toHaveFocus()
  await expect.element(title()).toHaveValue('')
  await page.viewport(390, 844)
  await page.getByRole('link', { name: 'Back to the changelog' }).click()
  await page.getByRole('link', { name: 'New entry' }).click()
  await expect.element(title()).toHaveFocus()
})

test('undoing a publication moves the focus to the button', async () => {
  setPreference('publish_wait', '30')
  onTestFinished(() => setPreference('publish_wait', '6'))
  await openPanel(buildEntry())
  const confirm = () => panel().getByRole('button', { name: 'Publish', exact: true }).click()
  const undo = page
    .getByTestId('toast')
    .filter({ hasText: 'Publishing' })
    .getByRole('button', { name: 'Undo' })
  await confirm()
  await undo.click()
  await expect.element(publishButton()).not.toHaveAttribute('aria-busy')
  await expect.element(publishButton()).toHaveFocus()

  await userEvent.keyboard('{Enter}')
  await confirm()
  await expect.element(panel()).not.toBeInTheDocument()
  undo.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(publishButton()).not.toHaveAttribute('aria-busy')
  await expect.element(publishButton()).toHaveFocus()
})

test('creating a draft moves the focus to the entry', async () => {
  await openNewEntry({ capabilities: [] })
  await title().fill('Refills')
  await page.getByRole('button', { name: 'Create draft' }).click()
  const question = page.getByRole('dialog', { name: 'Create this draft?' })
  await question.getByRole('button', { name: 'Create draft' }).click()
  await expect.element(publishButton()).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Refills' })).toHaveFocus()
})

test('the surface of the changelog reaches the edge of the window', async () => {
  await openChangelog('/changelog')
  await expect
    .element(page.getByRole('heading', { name: 'Select an entry to read it' }))
    .toBeVisible()
  expect(getComputedStyle(document.documentElement).scrollbarGutter).toBe('auto')
})

const labelled = () => [
  buildEntry({ title: 'Oak trays', label_ids: ['lbl_new'], body: 'Of the shed' }),
  buildEntry({ title: 'Beech trays', body: 'Of the barn' }),
  buildEntry({ title: 'Oak lids', publish_at: '2999-01-01T00:00:00Z', label_ids: ['lbl_new'] }),
  buildEntry({ title: 'Shed opens', publish_at: '2025-01-01T00:00:00Z', body: '' }),
]
const labels = {
  'GET /feedback/changelog/labels': {
    data: [{ id: 'lbl_new', name: 'New', color: 'green' }],
    paging: { next: null },
  },
} as Responses // as much of a label as the page reads

test('entries are filtered by words and label in every tab, and stay so when opened', async () => {
  await openChangelog('/changelog', { entries: labelled(), responses: labels })
  await expect.element(rows().filter({ hasText: 'Beech' })).toBeVisible()
  await waitForDeferredCode()
  await userEvent.keyboard('/shed')
  await expect.poll(rowTexts).toEqual([expect.stringMatching(/^Oak trays/)])
  // The next to be published does not match.
  await expect.element(page.getByText('Next to be published')).not.toBeInTheDocument()
  await expect.element(tabs().nth(2)).toHaveTextContent(/^Published1$/)
  await userEvent.keyboard('{Escape}')
  await expect.element(rows()).toHaveLength(3)
  // No request counts them without a filter.
  await expect.element(tabs().nth(2)).toHaveTextContent(/^Published$/)

  await page.getByRole('button', { name: 'Label', exact: true }).click()
  await expect.element(page.getByRole('radio', { name: 'New' })).toHaveFocus()
  await userEvent.keyboard(' {Enter}')
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument()
  await expect.element(rows()).toHaveLength(1)
  await expect.element(tabs().nth(1)).toHaveTextContent(/^Scheduled1$/)
  await rows().getByRole('link').click()
  await expect.element(title()).toHaveValue('Oak trays')
  await expect.element(rows()).toHaveLength(1)
  expect(location.search).toBe('?label=lbl_new')
  await tabs().nth(2).click()
  const none = page.getByRole('heading', { name: 'No published entries match' })
  await expect.element(none).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(rowTexts).toEqual([expect.stringMatching(/^Shed opens/)])
})

test('the way back from a missing entry keeps the filter', async () => {
  await openChangelog('/changelog/ent_none?q=shed', { entries: labelled() })
  await page.getByRole('main').getByRole('link', { name: 'Back to the changelog' }).click()
  await expect.poll(() => location.pathname + location.search).toBe('/changelog?q=shed')
})

test('J keeps the filter of entries but not the tab', async () => {
  await openChangelog('/changelog?tab=published&q=shed', { entries: labelled() })
  await expect.poll(rowTexts).toEqual([expect.stringMatching(/^Shed opens/)])
  await waitForDeferredCode()
  await userEvent.keyboard('j')
  await expect.element(title()).toHaveValue('Shed opens')
  expect(location.search).toBe('?q=shed')
})

test('a server without filters lists every entry', async () => {
  const { requests } = await openChangelog('/changelog?q=shed&label=lbl_new', {
    entries: labelled(),
    capabilities: ['changelog.edit'],
  })
  await expect.element(rows().filter({ hasText: 'Beech' })).toBeVisible()
  await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument()
  expect(requests.filter((line) => /[?&](search|label)=/.test(line))).toEqual([])
})

test('the filters of entries fit a phone in both themes', async () => {
  await emulatePhone()
  await openChangelog('/changelog?label=lbl_new', { entries: labelled(), responses: labels })
  await expect.element(page.getByRole('button', { name: /^Label/ })).toHaveTextContent('New')
  await expect.element(page.getByRole('searchbox', { name: 'Find entries' })).toBeVisible()
  expect(excessWidth()).toBeLessThanOrEqual(0)
  expect(await findThemeViolations()).toEqual([])
})
