/** The page on the screen, by the name its `main` carries. */
export const currentPage = (): string =>
  document.querySelector<HTMLElement>('#content')?.dataset['page'] ?? ''
