import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { openGallery, tabTo } from '#web/test-page.tsx'

test('tabs are links that arrow keys pass', async () => {
  const router = await openGallery('controls')
  const tabs = page.getByRole('group', { name: 'Sample parts' })
  const first = tabs.getByRole('link', { name: 'Contacts' })
  await expect.element(first).toHaveAttribute('aria-current', 'page')
  await tabTo(first)
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tabs.getByRole('link', { name: 'Segments 6' })).toHaveFocus()
  await userEvent.keyboard('{End}{ArrowRight}')
  await expect.element(first).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  await expect.poll(() => router.state.location.search).toContain('tab=tags')
})

test('a select is chosen from by keyboard and says what is wrong', async () => {
  await openGallery('choices')
  const zone = page.getByLabelText('Time zone')
  await tabTo(zone)
  await userEvent.keyboard('Tok')
  await expect.element(zone).toHaveDisplayValue('Tokyo')
  const wrong = page.getByLabelText('Wrong zone')
  await expect.element(wrong).toHaveAccessibleDescription('Choose a time zone.')
  await expect.element(wrong).toHaveAttribute('aria-invalid', 'true')
})
