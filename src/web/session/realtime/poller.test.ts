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

test('the poller refetches at its interval until it is stopped', () => {
  const { state, poller } = open()
  vi.advanceTimersByTime(45_000)
  expect(state.asked).toBe(3)
  poller.stop()
  vi.advanceTimersByTime(45_000)
  expect(state.asked).toBe(3)
})

test('a refetch due during a pause happens once after it', () => {
  const { state, poller } = open()
  const release = poller.pause()
  vi.advanceTimersByTime(40_000)
  expect(state.asked).toBe(0)
  release()
  release()
  expect(state.asked).toBe(1)
})

test('a pause that ends before a refetch is due refetches nothing', () => {
  const { state, poller } = open()
  poller.pause()()
  expect(state.asked).toBe(0)
})

test('a pause cancels refetches in flight and repeats them afterwards', () => {
  const { state, poller } = open()
  state.isFetching = true
  const release = poller.pause()
  expect(state.isFetching).toBe(false)
  release()
  expect(state.asked).toBe(1)
})

test('overlapping pauses end with the last one', () => {
  const { state, poller } = open()
  const [drag, typing] = [poller.pause(), poller.pause()]
  vi.advanceTimersByTime(15_000)
  drag()
  expect(state.asked).toBe(0)
  typing()
  expect(state.asked).toBe(1)
})

test('a mutation in flight postpones a due refetch', () => {
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

test('poll refetches at once', () => {
  const { state, poller } = open()
  poller.poll()
  expect(state.asked).toBe(1)
})
