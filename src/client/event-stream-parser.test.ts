import { expect, test } from 'vitest'

import { type EventFrame, createFrameParser } from './event-stream.ts'

function framesOf(parts: readonly string[]): EventFrame[] {
  const frames: EventFrame[] = []
  const take = createFrameParser((frame) => frames.push(frame))
  parts.forEach(take)
  return frames
}

const text =
  'id: evt_1\nevent: card.moved\ndata: {"a":1}\n\n: still here\n\nevent: ready\ndata: {}\n\n'
const frames = [
  { id: 'evt_1', event: 'card.moved', data: '{"a":1}' },
  { id: undefined, event: 'ready', data: '{}' },
]

test('messages are read however the network cuts them, comments left out', () => {
  expect(framesOf([text])).toEqual(frames)
  expect(framesOf([...text])).toEqual(frames)
})

test('line ends of other systems are line ends too, also when they are cut in two', () => {
  const foreign = text.replaceAll('\n', '\r\n')
  expect(framesOf([foreign])).toEqual(frames)
  expect(framesOf([...foreign])).toEqual(frames)
})

test('data on several lines is one text, and half a message waits for its rest', () => {
  expect(framesOf(['data: a\ndata: b\n\ndata: half'])).toEqual([
    { id: undefined, event: 'message', data: 'a\nb' },
  ])
})
