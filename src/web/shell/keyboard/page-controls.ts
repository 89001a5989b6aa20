import { overlay } from '#web/shell/overlays.ts'

/** Focuses the search field of the page, or opens the palette. */
export function focusSearch() {
  const field = document.querySelector<HTMLElement>('#content [role=search] input')
  if (field) field.focus()
  else overlay.set('palette')
}

/** Clicks the create button of the page; returns whether there is one. */
export function clickCreateButton(): boolean {
  const button = document.querySelector<HTMLElement>('#content [data-create]')
  button?.click()
  return button !== null
}

/** `data-page` of the current page. */
export const currentPageName = (): string =>
  document.querySelector<HTMLElement>('#content')?.dataset['page'] ?? ''
