import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { findThemeViolations } from '#web/test-axe.ts'
import { emulatePhone, openGallery, tabTo, tap, textsOf } from '#web/test-page.tsx'

const field = (name: string) => page.getByRole('combobox', { name, exact: true })
const options = page.getByRole('option')
const chips = page.getByRole('list', { name: 'Selected: Tags' }).getByRole('listitem')
const live = page.getByTestId('live-polite')

function activeOption() {
  const id = document.activeElement?.getAttribute('aria-activedescendant')
  return id ? (document.getElementById(id)?.textContent ?? 'a missing element') : null
}

beforeEach(() => openGallery('combobox'))

test('arrow keys, typing and Enter choose one option', async () => {
  const owner = field('Owner')
  await tabTo(owner)
  await expect.element(owner).toHaveValue('Jamie Tran')
  await expect.element(owner).toHaveAttribute('aria-expanded', 'false')

  await userEvent.keyboard('{ArrowDown}')
  await expect.element(owner).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => options.length).toBe(4)
  expect(activeOption()).toContain('Jamie Tran')
  await userEvent.keyboard('{ArrowDown}') // round to the first
  expect(activeOption()).toContain('Asha')

  await userEvent.keyboard('{Escape}')
  await expect.element(options).not.toBeInTheDocument()
  await expect.element(owner).toHaveValue('Jamie Tran')

  await userEvent.keyboard('{Control>}a{/Control}whit')
  await expect.poll(() => options.length).toBe(1)
  await expect.poll(() => textsOf(live)).toEqual(['1 result'])
  await userEvent.keyboard('{Enter}')
  await expect.element(owner).toHaveValue('Dan Whitcombe')
  await expect.element(owner).toHaveFocus()
  await expect.element(options).not.toBeInTheDocument()

  await userEvent.keyboard('{Control>}a{/Control}zzz')
  await expect.element(page.getByText('No results for “zzz”').last()).toBeVisible()
  await userEvent.keyboard('{Tab}') // nothing chosen: the value stays
  await expect.element(owner).toHaveValue('Dan Whitcombe')
  await expect.element(page.getByRole('button', { name: 'Clear Owner' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(owner).toHaveValue('')
  await expect.element(owner).toHaveFocus()
})

test('a mouse chooses one option, and a press outside closes the list', async () => {
  const owner = field('Owner')
  await owner.click()
  const eira = options.filter({ hasText: 'Eira Morgan' })
  await eira.click()
  await expect.element(owner).toHaveValue('Eira Morgan')
  await expect.element(options).not.toBeInTheDocument()

  const arrow = page.getByRole('button', { name: 'Show options for Owner' })
  await arrow.click()
  await expect.element(owner).toHaveFocus()
  await expect.element(eira).toHaveAttribute('aria-selected', 'true')
  await arrow.click()
  await expect.element(options).not.toBeInTheDocument()
  await owner.click()
  await expect.poll(() => options.length).toBe(4)
  await page.getByRole('heading', { level: 1 }).click()
  await expect.element(options).not.toBeInTheDocument()
})

test('several options are chosen, created and removed with the keyboard', async () => {
  await tabTo(field('Tags'))
  await expect.poll(() => textsOf(chips)).toEqual(['customer', 'lapsed'])
  await userEvent.keyboard('whole{Enter}')
  await expect.poll(() => textsOf(chips)).toEqual(['customer', 'lapsed', 'wholesale'])
  await expect.element(live).toHaveTextContent(/Added wholesale|results/)

  await userEvent.keyboard('press list')
  await expect.poll(() => textsOf(options)).toEqual(['Create “press list”'])
  await userEvent.keyboard('{Enter}refill,') // a comma ends a tag
  await expect
    .poll(() => textsOf(chips))
    .toEqual(['customer', 'lapsed', 'wholesale', 'press list', 'refill'])

  await userEvent.keyboard('{Backspace}')
  await expect.poll(() => chips.length).toBe(4)
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.element(page.getByRole('button', { name: 'Remove wholesale' })).toHaveFocus()
  await userEvent.keyboard('{Delete}')
  await expect.poll(() => textsOf(chips)).toEqual(['customer', 'lapsed', 'press list'])
  await expect.element(page.getByRole('button', { name: 'Remove press list' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(field('Tags')).toHaveFocus()
  // Backspace on the first chip leaves the focus on what follows.
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{Backspace}')
  await expect.element(page.getByRole('button', { name: 'Remove lapsed' })).toHaveFocus()
})

test('a search that failed is repeated from the list', async () => {
  const voter = field('Vote on behalf of')
  await tabTo(voter)
  await userEvent.keyboard('asha')
  await expect.element(page.getByText('Couldn’t load the options.').last()).toBeVisible()
  expect(activeOption()).toBe('Try again')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => options.length).toBe(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(voter).toHaveValue('Asha Bellweather')
})

test('Esc closes the list and keeps the dialog around it', async () => {
  await page.getByRole('button', { name: 'Tags in a dialog' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit tags' })
  await dialog.getByRole('combobox', { name: 'Tags' }).click()
  await expect.poll(() => dialog.getByRole('option').length).toBe(6)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog.getByRole('option')).not.toBeInTheDocument()
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a long list is limited and says so', async () => {
  await field('City').click()
  await expect.poll(() => options.length).toBe(100)
  const hint = page.getByText('First 100 of 250. Type to narrow the list.')
  await expect.element(hint.last()).toBeVisible()
  await userEvent.keyboard('city 24')
  await expect.poll(() => options.length).toBe(13)
})

test('open lists pass axe in both themes', async () => {
  for (const name of ['Owner', 'Tags', 'Searching', 'Segment', 'Vote on behalf of']) {
    await field(name).click()
    await expect.element(field(name)).toHaveAttribute('aria-expanded', 'true')
    expect(await findThemeViolations()).toEqual([])
    await userEvent.keyboard('{Escape}')
  }
})

test('taps choose options whose rows are 44 px high on a phone', async () => {
  await emulatePhone()
  await tap(field('Tags'))
  const refill = options.filter({ hasText: 'refill' })
  await expect.element(refill).toBeVisible()
  expect(refill.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await tap(refill)
  await expect.poll(() => textsOf(chips)).toEqual(['customer', 'lapsed', 'refill'])
  await tap(page.getByRole('button', { name: 'Remove customer' }))
  await expect.poll(() => textsOf(chips)).toEqual(['lapsed', 'refill'])
})
