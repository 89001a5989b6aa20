import {
  compareRate,
  type Metric,
  metricOf,
  metrics,
} from '#web/email/campaigns/sent-campaigns.rules.ts'
import { reportLinksText } from '#web/messages/en/report-links.ts'
import { reportStateText } from '#web/messages/en/report-state.ts'
import { reportText } from '#web/messages/en/report.ts'
import {
  type CanvasWriter,
  createCanvasWriter,
  display,
  sans,
  type Theme,
} from '#web/ui/chart/canvas-writer.ts'
import { stripPosition } from '#web/ui/chart/dot-strip.tsx'
import { barPercent } from '#web/ui/chart/scale.rules.ts'
import { formatNumber, formatRate, formatZonedTime } from '#web/ui/format.ts'
import { readLinks, type ReportLink, shortenUrl, sortLinks } from './links.rules.ts'
import type { EarlierCampaign, ReportData } from './report.data.ts'
import { formatComparison, funnelSteps, handedOver, reportState } from './report.rules.ts'

const WIDTH = 1600
const HEIGHT = 900
const EDGE = 64
const TOP = 180
const TILES_HEIGHT = 240
const GAP = 24

/** The summary of a report as a picture, its numbers as text. */
export async function createReportImage(
  data: ReportData,
  theme: Theme,
  workspace: string,
): Promise<Blob> {
  await Promise.all([sans(20, 600), display(44)].map((font) => document.fonts.load(font)))
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas.')
  const writer = createCanvasWriter(context, theme)
  writer.box(0, 0, WIDTH, HEIGHT, 'canvas', 0)
  drawHeader(writer, data, workspace)
  const hasTiles = drawTiles(writer, data)
  const top = hasTiles ? TOP + TILES_HEIGHT + GAP : TOP
  const links = sortLinks(readLinks(data.links) ?? [], 'unique_clicks')
  // Without links the steps have the whole width: an empty card says nothing.
  const width = WIDTH - 2 * EDGE
  const funnelWidth = links.length > 0 ? 850 : width
  drawFunnel(writer, data, { x: EDGE, top, width: funnelWidth })
  if (links.length > 0)
    drawLinks(writer, links, { x: EDGE + funnelWidth + GAP, top, width: width - funnelWidth - GAP })
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No image.')))),
  )
}

const label = sans(21, 500)
const meta = sans(19)

function drawHeader(writer: CanvasWriter, { campaign, stats }: ReportData, workspace: string) {
  const width = WIDTH - 2 * EDGE
  writer.text(workspace, EDGE, 54, { font: sans(20, 600), color: 'ink-3', width })
  writer.text(campaign.name, EDGE, 106, { font: display(48), width })
  const sent = campaign.sent_at ? formatZonedTime(new Date(campaign.sent_at)) : ''
  const isSending = reportState(campaign.status, stats) === 'sending'
  const text = isSending ? formatProgress(stats) : sent
  writer.text(text, EDGE, 150, { font: sans(22), color: 'ink-3' })
}

function formatProgress(stats: unknown): string {
  const { sending, progress } = reportStateText
  const result = handedOver(stats)
  if (!result) return sending
  return `${sending}: ${progress(formatNumber(result.done), formatNumber(result.recipients))}`
}

/** Rates among those of earlier campaigns; false where the report has none either. */
function drawTiles(writer: CanvasWriter, { campaign, stats, earlier }: ReportData): boolean {
  const tiles = metrics.flatMap((metric) => {
    const rate = metricOf(stats, metric)
    return rate ? { metric, rate } : []
  })
  if (tiles.length === 0 || reportState(campaign.status, stats) !== 'ready') return false
  const width = (WIDTH - 2 * EDGE) / tiles.length
  writer.box(EDGE, TOP, WIDTH - 2 * EDGE, TILES_HEIGHT, 'surface', 18, 'line')
  if (earlier && earlier.length > 2) drawLegend(writer, earlier.length)
  tiles.forEach(({ metric, rate }, index) => {
    const x = EDGE + index * width + 28
    if (index > 0) writer.box(EDGE + index * width, TOP, 1.5, TILES_HEIGHT, 'line', 0)
    writer.text(reportText.tiles.names[metric], x, 224, { font: label, color: 'ink-2' })
    const isOdd = rate.kind === 'odd'
    const value = isOdd ? rate.text : formatRate(rate.value, 1)
    if (isOdd) writer.warning(x, 286, 34)
    const start = isOdd ? x + 46 : x
    writer.text(value, start, 290, { font: display(62, 440), width: width - 56 - (start - x) })
    if (rate.kind === 'fraction' && earlier)
      drawComparison(writer, metric, rate.value, { x, width: width - 56, earlier })
  })
  return true
}

/** What the dots and the stroke of a strip are, from the end of the line of the date. */
function drawLegend(writer: CanvasWriter, count: number) {
  const text = reportText.tiles.legend
  const y = 150
  let end = WIDTH - EDGE
  const add = (name: string, drawMark: (x: number) => void) => {
    end -= writer.text(name, end, y, { font: meta, color: 'ink-2', align: 'right' })
    drawMark(end - 16)
    end -= 54
  }
  add(text.mean, (x) => writer.box(x - 1, y - 18, 2.5, 24, 'ink', 0))
  add(text.others(count), (x) => writer.dot(x, y - 6, 5, 'chart-compare', 0.5))
  add(text.current, (x) => writer.dot(x, y - 6, 9, 'chart-1'))
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
    at += writer.text(difference, x, 328, { font: sans(19, 600), color: `${tone}-ink` })
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

interface Place {
  x: number
  top: number
  width: number
}

const BOTTOM = HEIGHT - 48

function drawFunnel(writer: CanvasWriter, { campaign, stats }: ReportData, place: Place) {
  const { x, top, width } = place
  // While it is sent, a step that has not happened is no zero.
  const steps = funnelSteps(stats, campaign.status === 'sending')
  const pitch = Math.min(90, (BOTTOM - top - 92) / Math.max(5, steps.length))
  // Beside the links as high as they, alone as high as its bars.
  const isAlone = width === WIDTH - 2 * EDGE
  const bottom = isAlone ? top + 92 + Math.max(1, steps.length) * pitch : BOTTOM
  drawPanel(writer, reportText.funnel.title, place, bottom)
  if (steps.length === 0)
    writer.text(reportText.funnel.none, x + 28, top + 100, { font: label, color: 'ink-2' })
  const max = steps[0]?.count ?? 0
  const bar = { x: x + 190, width: width - 450 }
  steps.forEach(({ step, count, tone, share, isOdd }, index) => {
    const y = top + 76 + index * pitch
    writer.text(reportText.funnel.steps[step], x + 28, y + 29, { font: label })
    writer.box(bar.x, y, bar.width, 42, 'chart-track', 8)
    const length = (barPercent(count, max) / 100) * bar.width
    if (length > 0) writer.box(bar.x, y, Math.max(2, length), 42, `seq-${tone}`, 8, 'seq-5')
    writer.text(formatNumber(count), x + width - 135, y + 29, {
      font: sans(21, 600),
      align: 'right',
    })
    const end = x + width - 28
    const options = { font: meta, color: 'ink-3', align: 'right', width: 74 } as const
    const shareWidth = writer.text(share, end, y + 29, options)
    if (isOdd) writer.warning(end - shareWidth - 22, y + 29, 17)
  })
}

function drawLinks(writer: CanvasWriter, links: readonly ReportLink[], place: Place) {
  const { x, top, width } = place
  drawPanel(writer, reportLinksText.title, place)
  writer.text(reportLinksText.unique, x + width - 28, top + 44, {
    font: meta,
    color: 'ink-3',
    align: 'right',
  })
  const lines = links.slice(0, Math.floor((BOTTOM - top - 92) / 52) + 1)
  lines.forEach(({ url, unique_clicks }, index) => {
    const y = top + 100 + index * 52
    writer.text(shortenUrl(url, 40), x + 28, y, { font: label, width: width - 170 })
    if (unique_clicks === undefined) return
    writer.text(formatNumber(unique_clicks), x + width - 28, y, {
      font: sans(21, 600),
      align: 'right',
    })
  })
}

function drawPanel(writer: CanvasWriter, title: string, { x, top, width }: Place, bottom = BOTTOM) {
  writer.box(x, top, width, bottom - top, 'surface', 18, 'line')
  writer.text(title, x + 28, top + 44, { font: sans(24, 600) })
}
