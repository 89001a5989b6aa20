/** An address without a page. */
export const missingPageText = {
  title: 'Page not found',
  meaning: 'Check the address, or go back to your boards.',
  boards: 'Go to boards',
}
