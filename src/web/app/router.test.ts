import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { shortcutText } from '#web/messages/en/shortcuts.ts'
import { paths } from '#web/paths.ts'
import { shortcutPages } from '#web/shell/keyboard/shortcuts.ts'
import { developerItems, goToItems, navGroups } from '#web/shell/nav-items.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')

// The sources are read: the router imports pages, and the routes of browser tests import Playwright.
const pages = [
  ...read('src/web/app/router.tsx').matchAll(/pageRoute\(\s*'(.*)',\s*\{ name: '([\w-]+)'/g),
].map(([, address = '', name = '']) => ({ address: `/${address}`, name }))

/** The pages without an entry in the sidebar or the palette, and what leads there. */
const reachedOtherwise: Readonly<Record<string, string>> = {
  compare: 'a selection of campaigns',
  more: 'the bottom bar of a phone',
  missing: 'an address that no page has',
}

/** The pages that `e2e/routes.ts` does not list, and why. */
const withoutRoute: Readonly<Record<string, string>> = {
  card: 'It redirects to the board of the card.',
  events: 'It shows what happens while it is open.',
  'signature-check': 'It has no queries.',
  guides: 'It has no queries.',
  more: 'It has no queries.',
  missing: 'It has no queries.',
}

test('the pages of the router are found in its source', () => {
  expect(pages.length).toBe(read('src/web/app/router.tsx').match(/pageRoute\(/g)?.length)
})

test('the sidebar or the palette leads to every page with a fixed address', () => {
  const palette = read('src/web/shell/command-palette/palette-commands.ts')
  const addresses = [
    ...[...navGroups.flatMap(({ items }) => items), ...developerItems(() => true)].map(
      ({ to }) => to,
    ),
    ...Object.entries(paths)
      .filter(([name]) => palette.includes(`paths.${name}()`))
      .map(([, build]) => String(Reflect.apply(build, undefined, []))),
  ]
  const unreachable = pages.filter(
    ({ address }) => !address.includes(':') && !addresses.includes(address),
  )
  expect(unreachable.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(reachedOtherwise).toSorted(),
  )
})

test('the routes of browser tests list every page, except for those with a reason', () => {
  const routes = [...read('e2e/routes.ts').matchAll(/data-page=([\w-]+)/g)].map(([, name]) => name)
  const unlisted = pages.filter(({ name }) => !routes.includes(name))
  expect(unlisted.map(({ name }) => name).toSorted()).toEqual(Object.keys(withoutRoute).toSorted())
})

test('every key after G opens one page', () => {
  expect(goToItems.map(({ goTo }) => goTo).toSorted()).toEqual(
    Object.keys(shortcutText.goTo).toSorted(),
  )
})

test('shortcuts name pages that exist', () => {
  const names = pages.map(({ name }) => name)
  expect(
    Object.values(shortcutPages)
      .flat()
      .filter((name) => !names.includes(name)),
  ).toEqual([])
})
