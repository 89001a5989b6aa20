import { useEffect, useReducer } from 'react'
import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'

import { render } from '#web/test-page.tsx'
import { Bar } from './bar.tsx'

/** Renders in each task, so also between a change of the media and its event. */
function BusyBar() {
  const [count, renderAgain] = useReducer((before: number) => before + 1, 0)
  useEffect(() => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => renderAgain()
    channel.port2.postMessage(null)
    return () => channel.port1.close()
  }, [count])
  return <Bar value={1} max={2} />
}

test('forced colors hatch each bar while one of them renders', async () => {
  render(
    <>
      <Bar value={1} max={2} />
      <BusyBar />
      <Bar value={2} max={2} />
    </>,
  )
  await expect.element(page.getByCss('[data-bar]')).toHaveLength(3)
  await commands.emulateMedia({ forcedColors: 'active' })
  await expect.element(page.getByCss('[data-bar] pattern')).toHaveLength(3)
  await commands.emulateMedia({ forcedColors: 'none' })
  await expect.element(page.getByCss('[data-bar] pattern')).not.toBeInTheDocument()
})
