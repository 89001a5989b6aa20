import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { buildBoard, cardNamed, openWithBoards } from '#web/tasks/test-boards.ts'
import { waitForDeferredCode } from '#web/test-focus.ts'

test('1.9 the sidebar and the bottom bar mark where a board is', async () => {
  const { router } = await openWithBoards('/')
  const current = page.getByCss('nav[aria-label=Main] [aria-current]')
  const visible = () =>
    current
      .elements()
      .filter((element) => element.checkVisibility())
      .map((element) => [element.textContent, element.getAttribute('aria-current')])
  await expect.poll(visible).toEqual([['Overview', 'page']])
  await router.navigate('/boards/brd_launch')
  for (const [width, names] of [
    [1440, { Boards: 'true', Launch: 'page' }],
    [800, { Boards: 'true' }],
    [390, { Tasks: 'page' }],
  ] as const) {
    await page.viewport(width, 844)
    await expect.element(cardNamed('Choose a date')).toBeVisible()
    await expect.poll(visible).toEqual(Object.entries(names))
  }
  await page.viewport(1440, 844)
  await router.navigate('/boards')
  await expect.poll(visible).toEqual([['Boards', 'page']])
})

test('without a link of the open board Boards is the current page', async () => {
  await openWithBoards('/boards/brd_gone')
  const boards = page.getByCss('nav[aria-label=Main] a[href="/boards"]').first()
  await expect.element(page.getByRole('link', { name: 'Back to boards' })).toBeVisible()
  await expect.element(boards).toHaveAttribute('aria-current', 'page')
})

test('the sidebar truncates the long name of a starred board', async () => {
  const name = 'A board whose name is much longer than the sidebar can show in one line'
  await openWithBoards('/boards/brd_launch', [buildBoard({ name })])
  await page.getByRole('button', { name: /^Star/ }).click()
  const link = page.getByRole('navigation').getByRole('link', { name })
  await expect.element(link).toBeVisible()
  const nav = link.element().closest('nav')
  expect(nav ? nav.scrollWidth - nav.clientWidth : NaN).toBe(0)
})

test('the sidebar has the open board and the last three, each in its place', async () => {
  const names = ['Able', 'Baker', 'Charlie', 'Dog', 'Easy', 'Fox']
  const boards = names.map((name) => buildBoard({ id: `brd_${name}`, name }))
  const { router } = await openWithBoards('/', boards)
  const recent = page.getByRole('list', { name: 'Recent boards' })
  const texts = () =>
    recent
      .getByRole('listitem')
      .elements()
      .map((one) => one.textContent)
  await waitForDeferredCode()
  await expect.element(recent).not.toBeInTheDocument()
  for (const name of ['Fox', 'Baker', 'Dog', 'Easy']) {
    await router.navigate(`/boards/brd_${name}`)
    await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  await expect.poll(texts).toEqual(['Baker', 'Dog', 'Easy', 'Fox'])
  await router.navigate('/boards/brd_Able')
  await expect.poll(texts).toEqual(['Able', 'Baker', 'Dog', 'Easy'])
  // A starred board is above them, and makes room for an earlier one.
  await page.getByRole('button', { name: /^Star/ }).click()
  await router.navigate('/boards/brd_Dog')
  await expect.poll(texts).toEqual(['Baker', 'Dog', 'Easy', 'Fox'])
  const starred = page.getByRole('list', { name: 'Starred boards' })
  await expect.element(starred).toHaveTextContent('Able')
  await expect.element(recent.getByRole('link', { name: 'Dog' })).toHaveAttribute('aria-current')
})

test('a board that is not among the first is found, and one that is gone is forgotten', async () => {
  const first = buildBoard()
  const { router } = await openWithBoards(
    '/',
    [first, buildBoard({ id: 'brd_far', name: 'Far' })],
    {
      'GET /boards': { data: [first.board], paging: { next: 'more' } },
    },
  )
  await waitForDeferredCode()
  await router.navigate('/boards/brd_far')
  const recent = page.getByRole('list', { name: 'Recent boards' })
  await expect.element(recent.getByRole('link', { name: 'Far' })).toBeVisible()
  const entry = Object.keys(localStorage).find((name) => name.includes('recent-boards')) ?? ''
  await router.navigate('/')
  // As another tab that opened a board, which is deleted by now.
  localStorage.setItem(entry, '["brd_gone","brd_far"]')
  window.dispatchEvent(new StorageEvent('storage'))
  await expect.poll(() => localStorage.getItem(entry)).toBe('["brd_far"]')
  await expect.element(recent).toHaveTextContent(/^Far$/)
  // They are below Boards, not below the page after it.
  expect(recent.element().previousElementSibling).toHaveTextContent('Boards')
})
