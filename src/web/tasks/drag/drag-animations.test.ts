import { afterAll, expect, test, vi } from 'vitest'

// The animations read the preference when they are loaded.
vi.stubGlobal('matchMedia', () => ({ matches: true }))
const { animateDrop } = await import('#web/tasks/board-state/card-animations.ts')
const { recordDropOrigin } = await import('./drag-animations.ts')

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a second drop keeps its origin when the first one expires', () => {
  vi.useFakeTimers()
  const origin = { left: 0, top: 0 }
  // Reduced motion, so nothing reads the element.
  const element = {} as HTMLElement
  recordDropOrigin([{ id: 'first' }], origin)
  vi.advanceTimersByTime(900)
  recordDropOrigin([{ id: 'second' }, { id: 'third' }], origin)
  vi.advanceTimersByTime(900)
  expect(animateDrop(element, 'second')).toBe(true)
  vi.advanceTimersByTime(100)
  expect(animateDrop(element, 'third')).toBe(false)
})
