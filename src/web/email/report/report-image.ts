import { reportLinksText } from '#web/messages/en/report-links.ts'
import { reportText } from '#web/messages/en/report.ts'
import { stripPosition } from '#web/ui/chart/dot-strip.tsx'
import { barPercent } from '#web/ui/chart/scale.rules.ts'
import { formatNumber, formatRate, formatZonedTime } from '#web/ui/format.ts'
import { readLinks, shortenUrl, sortLinks } from './links.rules.ts'
import type { EarlierCampaign, ReportData } from './report.data.ts'
import {
  compareRate,
  formatComparison,
  funnelSteps,
  type Metric,
  metricOf,
  metrics,
} from './report.rules.ts'
import tokens from '#web/tokens.css?raw'

const WIDTH = 1600
const HEIGHT = 900
const EDGE = 64
const SANS = '"Instrument Sans Variable", system-ui, sans-serif'
const DISPLAY = '"Newsreader Variable", Georgia, serif'

type Theme = 'light' | 'dark'

/** The value of a color token; the page may have the other theme. */
function colorOf(theme: Theme, name: string): string {
  const blocks = [...tokens.matchAll(/(:root|\[data-theme='dark'\])\s*\{([^}]*)\}/g)]
  const values = blocks
    .filter(([, selector]) => theme === 'dark' || selector === ':root')
    .flatMap(([, , block = '']) => [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)])
    .filter(([, token]) => token === name)
  return values.at(-1)?.[2] ?? 'gray'
}

/** The summary of a report as a picture, its numbers as text. */
export async function createReportImage(data: ReportData, theme: Theme): Promise<Blob> {
  await Promise.all(
    [`600 20px ${SANS}`, `480 44px ${DISPLAY}`].map((font) => document.fonts.load(font)),
  )
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas.')
  const writer = createCanvasWriter(context, (name) => colorOf(theme, name))
  writer.box(0, 0, WIDTH, HEIGHT, 'canvas', 0)
  const { campaign } = data
  writer.text(campaign.name, EDGE, 104, { font: `480 48px ${DISPLAY}`, width: WIDTH - 2 * EDGE })
  const sent = campaign.sent_at ? formatZonedTime(new Date(campaign.sent_at)) : ''
  writer.text(sent, EDGE, 148, { font: `400 22px ${SANS}`, color: 'ink-3' })
  drawTiles(writer, data)
  drawFunnel(writer, data.stats)
  drawLinks(writer, data)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No image.')))),
  )
}

interface TextOptions {
  font: string
  color?: string
  align?: CanvasTextAlign
  /** A longer text is cut. */
  width?: number
}

function createCanvasWriter(context: CanvasRenderingContext2D, color: (name: string) => string) {
  const fit = (text: string, width: number) => {
    if (context.measureText(text).width <= width) return text
    const characters = [...text]
    while (characters.length > 0 && context.measureText(`${characters.join('')}…`).width > width)
      characters.pop()
    return `${characters.join('')}…`
  }
  return {
    text(text: string, x: number, y: number, options: TextOptions): number {
      const { font, color: name = 'ink', align = 'left', width = Infinity } = options
      Object.assign(context, { font, fillStyle: color(name), textAlign: align })
      const fitted = fit(text, width)
      context.fillText(fitted, x, y)
      return context.measureText(fitted).width
    },
    box(
      x: number,
      y: number,
      width: number,
      height: number,
      name: string,
      radius = 10,
      line?: string,
    ) {
      context.beginPath()
      context.roundRect(x, y, width, height, Math.min(radius, width / 2))
      Object.assign(context, { fillStyle: color(name), lineWidth: 1.5 })
      context.fill()
      if (line === undefined) return
      context.strokeStyle = color(line)
      context.stroke()
    },
    dot(x: number, y: number, radius: number, name: string, alpha = 1) {
      context.globalAlpha = alpha
      context.beginPath()
      context.arc(x, y, radius, 0, 2 * Math.PI)
      context.fillStyle = color(name)
      context.fill()
      context.globalAlpha = 1
    },
  }
}

type CanvasWriter = ReturnType<typeof createCanvasWriter>

const label = `500 21px ${SANS}`
const meta = `400 19px ${SANS}`

function drawTiles(writer: CanvasWriter, { stats, earlier }: ReportData) {
  const tiles = metrics.flatMap((metric) => {
    const rate = metricOf(stats, metric)
    return rate ? { metric, rate } : []
  })
  if (tiles.length === 0) return
  const width = (WIDTH - 2 * EDGE) / tiles.length
  writer.box(EDGE, 180, WIDTH - 2 * EDGE, 240, 'surface', 18, 'line')
  tiles.forEach(({ metric, rate }, index) => {
    const x = EDGE + index * width + 28
    if (index > 0) writer.box(EDGE + index * width, 180, 1.5, 240, 'line', 0)
    writer.text(reportText.tiles.names[metric], x, 224, { font: label, color: 'ink-2' })
    const value = rate.kind === 'fraction' ? formatRate(rate.value, 1) : rate.text
    writer.text(value, x, 290, { font: `440 62px ${DISPLAY}`, width: width - 56 })
    if (rate.kind === 'fraction' && earlier)
      drawComparison(writer, metric, rate.value, { x, width: width - 56, earlier })
  })
}

function drawComparison(
  writer: CanvasWriter,
  metric: Metric,
  value: number,
  { x, width, earlier }: { x: number; width: number; earlier: readonly EarlierCampaign[] },
) {
  const others = earlier.flatMap((one) => {
    const rate = metricOf(one.stats, metric)
    return rate?.kind === 'fraction' ? rate.value : []
  })
  const result = compareRate(metric, value, others)
  const { direction, amount, tone, text } = formatComparison(value, result)
  let at = x
  if (direction) {
    const difference = `${direction === 'up' ? '↑' : '↓'} ${amount} `
    at += writer.text(difference, x, 328, { font: `600 19px ${SANS}`, color: `${tone}-ink` })
  }
  writer.text(text, at, 328, { font: meta, color: 'ink-3', width: x + width - at })
  if (!result) return
  const all = [...others, value]
  const place = (one: number) => x + (stripPosition(one, all) / 100) * width
  writer.box(x, 361, width, 2, 'line-strong', 0)
  for (const one of others) writer.dot(place(one), 362, 5, 'chart-compare', 0.5)
  writer.box(place(result.mean) - 1, 350, 2.5, 24, 'ink', 0)
  writer.dot(place(value), 362, 9, 'chart-1')
  writer.text(formatRate(Math.min(...all), 1), x, 400, { font: meta, color: 'ink-3' })
  writer.text(formatRate(Math.max(...all), 1), x + width, 400, {
    font: meta,
    color: 'ink-3',
    align: 'right',
  })
}

const PANEL_TOP = 444
const PANEL_HEIGHT = HEIGHT - PANEL_TOP - 48

function drawFunnel(writer: CanvasWriter, stats: unknown) {
  const steps = funnelSteps(stats)
  const width = 850
  writer.box(EDGE, PANEL_TOP, width, PANEL_HEIGHT, 'surface', 18, 'line')
  writer.text(reportText.funnel.title, EDGE + 28, PANEL_TOP + 44, { font: `600 24px ${SANS}` })
  const max = steps[0]?.count ?? 0
  const bar = { x: EDGE + 190, width: 400 }
  steps.forEach(({ step, count, tone, share }, index) => {
    const y = PANEL_TOP + 76 + index * 64
    writer.text(reportText.funnel.steps[step], EDGE + 28, y + 29, { font: label })
    writer.box(bar.x, y, bar.width, 42, 'chart-track', 8)
    const length = (barPercent(count, max) / 100) * bar.width
    if (length > 0) writer.box(bar.x, y, Math.max(2, length), 42, `seq-${tone}`, 8, 'seq-5')
    writer.text(formatNumber(count), EDGE + 715, y + 29, {
      font: `600 21px ${SANS}`,
      align: 'right',
    })
    writer.text(share, EDGE + width - 28, y + 29, { font: meta, color: 'ink-3', align: 'right' })
  })
}

function drawLinks(writer: CanvasWriter, { links }: ReportData) {
  const x = EDGE + 874
  const width = WIDTH - EDGE - x
  writer.box(x, PANEL_TOP, width, PANEL_HEIGHT, 'surface', 18, 'line')
  writer.text(reportLinksText.title, x + 28, PANEL_TOP + 44, { font: `600 24px ${SANS}` })
  writer.text(reportLinksText.unique, x + width - 28, PANEL_TOP + 44, {
    font: meta,
    color: 'ink-3',
    align: 'right',
  })
  sortLinks(readLinks(links) ?? [], 'unique_clicks')
    .slice(0, 6)
    .forEach(({ url, unique_clicks }, index) => {
      const y = PANEL_TOP + 100 + index * 52
      writer.text(shortenUrl(url, 40), x + 28, y, { font: label, width: width - 170 })
      if (unique_clicks === undefined) return
      writer.text(formatNumber(unique_clicks), x + width - 28, y, {
        font: `600 21px ${SANS}`,
        align: 'right',
      })
    })
}
