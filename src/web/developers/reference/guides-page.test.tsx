import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { guidesText } from '#web/messages/en/guides.ts'
import { openPalette, paletteOption } from '#web/shell/test-palette.ts'
import { findThemeViolations } from '#web/test-axe.ts'
import { recordCopies } from '#web/test-clipboard.ts'
import { emulatePhone, openPage, tabTo } from '#web/test-page.tsx'
import { guideSlugs } from './guides.rules.ts'

/** No additions and a read key: a guide needs nothing of the server. */
const open = (address: string) => openPage(address, {}, { scope: 'read' })

const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const ready = page.getByCss('[data-page=guides] [data-state=ready]')
const article = page.getByRole('article')
const { guides } = guidesText

test('the guides are listed, and the keyboard opens one', async () => {
  const { router } = await open('/developers/guides')
  await expect.element(title('Guides')).toBeVisible()
  const links = page.getByRole('main').getByRole('listitem').getByRole('link')
  await expect.element(links).toHaveLength(guideSlugs.length)
  expect(await findThemeViolations()).toEqual([])
  await tabTo(page.getByRole('main').getByRole('link', { name: guides.slack.title }))
  await userEvent.keyboard('{Enter}')
  await expect.element(title(guides.slack.title)).toHaveFocus()
  expect(router.state.location.pathname).toBe('/developers/guides/slack')
  expect(document.title).toMatch(/^Post to Slack/)
})

test.each(guideSlugs)('the guide %s has its title once and sections below it', async (slug) => {
  await open(`/developers/guides/${slug}`)
  await expect.element(title(guides[slug].title)).toBeVisible()
  await expect.element(ready).toBeVisible()
  expect(page.getByRole('heading', { level: 1 }).elements()).toHaveLength(1)
  expect(article.getByRole('heading', { level: 2 }).elements().length).toBeGreaterThan(2)
  // No link leads out of the dashboard without saying so, and none to a file.
  for (const link of article.getByRole('link').elements()) {
    const address = link.getAttribute('href') ?? ''
    expect(address).toMatch(/^(https:\/\/|\/developers\/guides\/)/)
    expect(link.hasAttribute('target')).toBe(address.startsWith('https://'))
  }
})

test('a program is copied as it is in the file', async () => {
  const copies = recordCopies()
  await open('/developers/guides/webhook-receiver')
  const copy = page.getByRole('button', { name: 'Copy Python · receiver.py' })
  await tabTo(copy)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => copies).toHaveLength(1)
  expect(copies[0]).toMatch(/^import json\n[\s\S]*\nserver\.serve_forever\(\)$/)
  // The block scrolls with the keyboard.
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('region', { name: 'Python · receiver.py' })).toHaveFocus()
})

test('links lead from guide to guide, in the text, beside it and at its end', async () => {
  const { router } = await open('/developers/guides/n8n')
  await ready.getByRole('link', { name: 'Receive webhooks' }).first().click()
  await expect.element(title(guides['webhook-receiver'].title)).toHaveFocus()
  const end = page.getByRole('navigation', { name: 'Other guides' })
  await end.getByRole('link', { name: 'Next guide' }).click()
  await expect.element(title(guides.n8n.title)).toBeVisible()
  await end.getByRole('link', { name: 'Previous guide' }).click()
  await expect.element(title(guides['webhook-receiver'].title)).toBeVisible()
  expect(end.getByRole('link').elements()).toHaveLength(1)
  const list = page.getByRole('navigation', { name: 'Guides' })
  await list.getByRole('link', { name: guides['api-client'].title }).click()
  await expect.element(title(guides['api-client'].title)).toBeVisible()
  await expect
    .element(list.getByRole('link', { name: guides['api-client'].title }))
    .toHaveAttribute('aria-current', 'page')
  expect(router.state.location.pathname).toBe('/developers/guides/api-client')
})

test('an address with an anchor shows its heading', async () => {
  await open('/developers/guides/api-client#python')
  const heading = article.getByRole('heading', { name: 'Python' })
  await expect.element(heading).toBeVisible()
  await expect.poll(() => heading.element().getBoundingClientRect().top).toBeLessThan(100)
})

test('an unknown guide says so and leads back', async () => {
  const { router } = await open('/developers/guides/zapier')
  await expect.element(title('There is no guide here')).toBeVisible()
  expect(document.title).toMatch(/^There is no guide here/)
  await page.getByRole('link', { name: 'All guides' }).click()
  await expect.element(title('Guides')).toBeVisible()
  expect(router.state.location.pathname).toBe('/developers/guides')
})

test('a guide fits a phone', async () => {
  await emulatePhone()
  await open('/developers/guides/webhook-receiver')
  await expect.element(ready).toBeVisible()
  const { right } = article.element().getBoundingClientRect()
  expect(right).toBeLessThanOrEqual(document.documentElement.clientWidth)
  const { scrollWidth, clientWidth } = article.element()
  expect(scrollWidth).toBe(clientWidth)
  expect(await findThemeViolations()).toEqual([])
})

test('the palette finds a guide by its title', async () => {
  const { router } = await open('/developers/guides')
  await expect.element(title('Guides')).toBeVisible()
  await openPalette()
  await userEvent.keyboard('automations with your')
  await paletteOption(/Run automations with your program/).click()
  await expect.element(title(guides['run-automations'].title)).toBeVisible()
  expect(router.state.location.pathname).toBe('/developers/guides/run-automations')
})
