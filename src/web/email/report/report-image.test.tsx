import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'

import {
  buildCampaign,
  buildEarlier,
  buildShed,
  openReport,
  openShed,
  pageOf,
  panel,
  rates,
} from '#web/email/test-campaigns.ts'
import { recordFiles } from '#web/test-files.ts'
import { errorResponse } from '#web/test-page.tsx'

/** Records the texts that are drawn on any canvas, and the files that the page saves. */
function recordImages() {
  const files = recordFiles()
  const texts: string[] = []
  const { prototype } = CanvasRenderingContext2D
  // As a function of its context: `prototype.fillText` would be an unbound method.
  const fillText = Reflect.get(prototype, 'fillText') as (...input: unknown[]) => void
  vi.spyOn(prototype, 'fillText').mockImplementation(function (this: unknown, ...input) {
    texts.push(input[0])
    Reflect.apply(fillText, this, input)
  })
  return { texts, files }
}

/** Saves an image by the menu and waits until it is drawn. */
async function saveImage(files: readonly unknown[], item = 'Light image') {
  const count = files.length
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await expect.poll(() => files.length).toBe(count + 1)
}

test('the image of a report is 1600 by 900 in either theme', async () => {
  const { files } = recordImages()
  await openShed()
  await saveImage(files, 'Light image')
  await saveImage(files, 'Dark image')
  const contents = await Promise.all(files.map(({ blob }) => blob.arrayBuffer()))
  for (const content of contents) {
    expect(new TextDecoder().decode(content.slice(1, 4))).toBe('PNG')
    const view = new DataView(content)
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([1600, 900])
  }
  const [light, dark] = contents.map((content) => new Uint8Array(content).join())
  expect(light).not.toBe(dark)
})

test('an image without a comparison has no line of it', async () => {
  const { texts, files } = recordImages()
  let isRefused = true
  const campaign = buildShed()
  const earlier = buildEarlier(5)
  await openShed({
    campaign,
    earlier,
    responses: {
      'GET /campaigns': () =>
        isRefused ? errorResponse(403, 'forbidden') : pageOf([campaign, ...earlier]),
    },
  })
  await expect.element(page.getByText('Comparison not available.')).toBeVisible()
  await saveImage(files)
  expect(texts).toContain('41.6%')
  expect(texts.join(' ')).not.toMatch(/compare|average/)

  isRefused = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(rates()).toHaveTextContent('above your average')
  await saveImage(files)
  expect(texts).toContain('above your average')
})

test.for([
  ['a server that names it', 'Test', undefined],
  ['the public API', new URL('http://service.example').host, []],
] as const)(
  'an image has a legend, the workspace, and no card without links: %s',
  async ([, workspace, capabilities]) => {
    const { texts, files } = recordImages()
    await openShed({
      ...(capabilities && {
        capabilities,
        responses: { 'GET /me': () => errorResponse(404, 'not_found') },
      }),
      changeReport: (report) => ({ ...report, links: [] }),
    })
    await expect.element(rates()).toHaveTextContent('above your average')
    await saveImage(files)
    for (const text of [workspace, 'This campaign', 'Your last 5 sent campaigns', 'Average'])
      expect(texts).toContain(text)
    expect(texts).not.toContain('Links')
  },
)

test('an image of a campaign on its way has no zeros', async () => {
  const { texts, files } = recordImages()
  const stats = { recipients: 24_000, delivered: 4120, bounces_hard: 3, opens_unique: 0 }
  await openReport(buildCampaign({ name: 'On its way', status: 'sending', stats }))
  await expect.element(panel('stats')).toBeVisible()
  await saveImage(files)
  expect(texts).toContain('Sending now: 4,123 of about 24,000 handed over')
  expect(texts).toContain('Delivered')
  expect(texts).not.toContain('Opened')
  expect(texts).not.toContain('Open rate')
})
