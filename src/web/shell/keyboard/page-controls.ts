import { overlay } from '#web/shell/overlays.ts'

/** Goes to the page's own field, or to the palette where a page has none. */
export function find() {
  const field = document.querySelector<HTMLElement>('#content [role=search] input')
  if (field) field.focus()
  else overlay.set('palette')
}

/** Presses the page's own button for a new thing; answers whether there is one. */
export function pressCreate(): boolean {
  const button = document.querySelector<HTMLElement>('#content [data-create]')
  button?.click()
  return button !== null
}
