import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createPoller } from './poller.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open() {
  const state = { asked: 0, isBusy: false, isFetching: false }
  const poller = createPoller({
    every: 15_000,
    refetch: () => state.asked++,
    isBusy: () => state.isBusy,
    cancel: () => {
      const had = state.isFetching
      state.isFetching = false
      return had
    },
  })
  return { state, poller }
}

test('what is on screen is asked for every 15 seconds until the page goes', () => {
  const { state, poller } = open()
  vi.advanceTimersByTime(45_000)
  expect(state.asked).toBe(3)
  poller.stop()
  vi.advanceTimersByTime(45_000)
  expect(state.asked).toBe(3)
})

test('nothing is asked during a drag, and what was due is asked once after it', () => {
  const { state, poller } = open()
  const release = poller.pause()
  vi.advanceTimersByTime(40_000)
  expect(state.asked).toBe(0)
  release()
  release()
  expect(state.asked).toBe(1)
})

test('a drag that ends before anything was due asks for nothing', () => {
  const { state, poller } = open()
  poller.pause()()
  expect(state.asked).toBe(0)
})

test('what was under way when a drag began is ended and asked again after it', () => {
  const { state, poller } = open()
  state.isFetching = true
  const release = poller.pause()
  expect(state.isFetching).toBe(false)
  release()
  expect(state.asked).toBe(1)
})

test('typing during a drag holds on until both have ended', () => {
  const { state, poller } = open()
  const [drag, typing] = [poller.pause(), poller.pause()]
  vi.advanceTimersByTime(15_000)
  drag()
  expect(state.asked).toBe(0)
  typing()
  expect(state.asked).toBe(1)
})

test('a write on its way holds it too, and its end lets what was due happen', () => {
  const { state, poller } = open()
  state.isBusy = true
  vi.advanceTimersByTime(15_000)
  poller.retry()
  expect(state.asked).toBe(0)
  state.isBusy = false
  poller.retry()
  poller.retry()
  expect(state.asked).toBe(1)
})

test('coming back asks at once', () => {
  const { state, poller } = open()
  poller.poll()
  expect(state.asked).toBe(1)
})
