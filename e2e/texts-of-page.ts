import type { Page } from '@playwright/test'

/** Everything of the page that could keep a text: its elements and fields, its storage, its address and its history. */
export const textsOf = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const stores = await caches.keys()
    // Their names alone would prove nothing.
    if (databases.length + stores.length > 0) throw new Error('Read these, too.')
    const fields = document.querySelectorAll<HTMLInputElement>('input, textarea')
    return [
      new XMLSerializer().serializeToString(document),
      ...[...fields].map(({ value }) => value),
      document.title,
      location.href,
      document.cookie,
      window.name,
      JSON.stringify(history.state),
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
    ].join('\n')
  })
