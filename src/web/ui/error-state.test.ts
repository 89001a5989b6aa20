import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import { statusOf } from '#contract/errors.ts'
import { ErrorState } from './error-state.tsx'

type Parts = ConstructorParameters<typeof ApiError>[0]

// Node 20 has none, and a browser without a clipboard offers no button for it.
beforeEach(() => vi.stubGlobal('navigator', {}))

const statuses: [code: string, status: number][] = [...Object.entries(statusOf), ['unreachable', 0]]

function render(parts: Parts) {
  const error = new ApiError(parts)
  const html = renderToStaticMarkup(
    createElement(ErrorState, { title: 'Not loaded', error, onRetry: () => {}, isPage: true }),
  )
  const textsOf = (element: string) =>
    [...html.matchAll(new RegExp(`<${element}\\b[^>]*>(.*?)</${element}>`, 'g'))].map(
      ([, content = '']) => content.replaceAll(/<[^>]*>/g, ''),
    )
  const [state] = /(?<=data-state=")\w+/.exec(html) ?? []
  return { state, heading: textsOf('h1'), text: textsOf('p'), actions: textsOf('button') }
}

test.each(statuses)('an error state of %s has a heading, a reason and a retry', (code, status) => {
  const { state, heading, text, actions } = render({ code, status, message: 'The reason.' })
  expect([state, heading, actions]).toEqual(['error', ['Not loaded'], ['Try again']])
  expect(text).toEqual([expect.stringMatching(/^[A-Z].+[.)]$/)])
})

test.each(statuses)('an error state of %s depends on nothing but its error', (code, status) => {
  const one = { code, status, message: 'The reason.' }
  const other = {
    ...one,
    details: [{ field: '/name', code: 'taken', message: 'Taken.' }],
    request_id: 'req_2',
    cause: new Error('cause'),
  }
  expect(render(other)).toEqual(render(one))
})

test('an error state contains the message only of errors that have no text here', () => {
  const withMessage = statuses.filter(([code, status]) =>
    render({ code, status, message: 'The reason.' }).text.join('').includes('The reason.'),
  )
  expect(withMessage.map(([code]) => code)).toEqual([
    'validation_error',
    'conflict',
    'precondition_failed',
    'idempotency_mismatch',
    'payload_too_large',
    'unsupported_media_type',
    'method_not_allowed',
  ])
})
