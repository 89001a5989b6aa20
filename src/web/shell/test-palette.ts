import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'

export const palette = () => page.getByRole('dialog', { name: 'Search or jump to' })

export const paletteOption = (name: string | RegExp) => palette().getByRole('option', { name })

export async function openPalette() {
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(palette().getByRole('combobox')).toHaveFocus()
}
