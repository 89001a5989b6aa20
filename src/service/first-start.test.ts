import { expect, test, vi } from 'vitest'

import { printStartMessage } from './first-start.ts'

test('the start message names the dashboard and the URL of the API', () => {
  let out = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true))
  printStartMessage('http://localhost:4400', undefined, undefined)
  expect(out.split('\n').map((line) => line.trim())).toEqual([
    '',
    'Workspace Admin is ready at http://localhost:4400',
    'API: http://localhost:4400/v1',
    '',
    '',
  ])
})
