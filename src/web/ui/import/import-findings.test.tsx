import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { importText as text } from '#web/messages/en/import.ts'
import { render } from '#web/test-page.tsx'
import { ImportFindings } from './import-findings.tsx'

test('a report says that everything is imported only when nothing is left out or changed', async () => {
  const note = { code: 'unknown_color', params: {}, count: 2, example: '7' } as const
  const noteTexts = { unknown_color: (count: number) => `${count} gray labels.` }
  const rejection = { kind: 'cards', path: 'cards[1]', id: null, reason: 'missing id' }
  render(
    <>
      <section aria-label="whole">
        <ImportFindings notes={[]} not_mapped={[]} rejected={[]} noteTexts={noteTexts} />
      </section>
      <section aria-label="changed">
        <ImportFindings notes={[note]} not_mapped={[]} rejected={[]} noteTexts={noteTexts} />
      </section>
      <section aria-label="rejected">
        <ImportFindings notes={[]} not_mapped={[]} rejected={[rejection]} noteTexts={noteTexts} />
      </section>
    </>,
  )
  const section = (name: string) => page.getByRole('region', { name })
  await expect.element(section('whole')).toHaveTextContent(text.everything)
  await expect.element(section('changed')).not.toHaveTextContent(text.everything)
  await expect.element(section('changed')).toHaveTextContent('2 gray labels. For example 7')
  await expect.element(section('rejected')).not.toHaveTextContent(text.everything)
})
