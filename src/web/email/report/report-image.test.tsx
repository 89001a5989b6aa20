import { expect, onTestFinished, test, vi } from 'vitest'
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
import { errorResponse } from '#web/test-page.tsx'

/** Records the texts that are drawn on any canvas, and the files that the page saves instead of saving them. */
function recordImages() {
  const texts: string[] = []
  const images: Blob[] = []
  const { prototype } = CanvasRenderingContext2D
  // As functions of their objects: the methods would be unbound.
  const fillText = Reflect.get(prototype, 'fillText') as (...input: unknown[]) => void
  const createObjectURL = Reflect.get(URL, 'createObjectURL') as (blob: Blob) => string
  vi.spyOn(prototype, 'fillText').mockImplementation(function (this: unknown, ...input) {
    texts.push(input[0])
    Reflect.apply(fillText, this, input)
  })
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = createObjectURL(blob as Blob) // the page has no media sources
    blobs.set(url, blob as Blob)
    return url
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const blob = blobs.get(this.href)
    if (this.download && blob) images.push(blob)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  return { texts, images }
}

/** Saves an image by the menu and waits until it is drawn. */
async function saveImage(images: readonly Blob[], item = 'Light image') {
  const count = images.length
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await expect.poll(() => images.length).toBe(count + 1)
}

test('the image of a report is 1600 by 900 in either theme', async () => {
  const { images } = recordImages()
  await openShed()
  await saveImage(images, 'Light image')
  await saveImage(images, 'Dark image')
  const contents = await Promise.all(images.map((image) => image.arrayBuffer()))
  for (const content of contents) {
    expect(new TextDecoder().decode(content.slice(1, 4))).toBe('PNG')
    const view = new DataView(content)
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([1600, 900])
  }
  const [light, dark] = contents.map((content) => new Uint8Array(content).join())
  expect(light).not.toBe(dark)
})

test('an image without a comparison has no line of it', async () => {
  const { texts, images } = recordImages()
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
  await saveImage(images)
  expect(texts).toContain('41.6%')
  expect(texts.join(' ')).not.toMatch(/compare|average/)

  isRefused = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(rates()).toHaveTextContent('above your average')
  await saveImage(images)
  expect(texts).toContain('above your average')
})

test.for([
  ['a server that names it', 'Test', undefined],
  ['the public document', new URL('http://service.example').host, []],
] as const)(
  'an image has a legend, the workspace, and no card without links: %s',
  async ([, workspace, capabilities]) => {
    const { texts, images } = recordImages()
    await openShed({
      ...(capabilities && {
        capabilities,
        responses: { 'GET /me': () => errorResponse(404, 'not_found') },
      }),
      changeReport: (report) => ({ ...report, links: [] }),
    })
    await expect.element(rates()).toHaveTextContent('above your average')
    await saveImage(images)
    for (const text of [workspace, 'This campaign', 'Your last 5 sent campaigns', 'Average'])
      expect(texts).toContain(text)
    expect(texts).not.toContain('Links')
  },
)

test('an image of a campaign on its way has no zeros', async () => {
  const { texts, images } = recordImages()
  const stats = { recipients: 24_000, delivered: 4120, bounces_hard: 3 }
  await openReport(buildCampaign({ name: 'On its way', status: 'sending', stats }))
  await expect.element(panel('stats')).toBeVisible()
  await saveImage(images)
  expect(texts).toContain('Sending now: 4,123 of about 24,000 handed over')
  expect(texts).toContain('Delivered')
  expect(texts).not.toContain('Opened')
  expect(texts).not.toContain('Open rate')
})
