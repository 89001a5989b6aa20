import { useState } from 'react'

import { BarChart } from '#web/ui/chart/bar-chart.tsx'
import { Bar } from '#web/ui/chart/bar.tsx'
import type { ChartView } from '#web/ui/chart/chart-frame.tsx'
import { DotStripChart } from '#web/ui/chart/dot-strip-chart.tsx'
import { DotStrip } from '#web/ui/chart/dot-strip.tsx'
import { LineChart } from '#web/ui/chart/line-chart.tsx'
import { formatNumber, formatRate } from '#web/ui/format.ts'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { GallerySection } from './gallery-section.tsx'

const panel = 'grid w-full min-w-0 max-w-3xl gap-4 rounded-tray border border-line bg-surface p-4'

const funnel = [
  { name: 'Recipients', value: 24_310, share: '100%', tone: 1 },
  { name: 'Delivered', value: 24_046, share: '98.9%', note: '264 did not arrive', tone: 2 },
  { name: 'Opened', value: 10_003, share: '41.6%', note: '14,043 not opened', tone: 4 },
  { name: 'Clicked', value: 1659, share: '6.9%', note: '16.6% of those who opened', tone: 5 },
  { name: 'Unsubscribed', value: 51, share: '0.21%', tone: 6 },
] as const

const links = [
  { url: 'fernandfield.example/shed', unique: 802, total: 978 },
  { url: 'fernandfield.example/shop/oak-tray', unique: 431, total: 537 },
  { url: 'fernandfield.example/visit#directions', unique: 248, total: 296 },
  { url: 'hollispottery.example/autumn', unique: 1, total: 1000 },
]

const rates = [0.298, 0.31, 0.33, 0.365, 0.372, 0.38, 0.384, 0.391, 0.4, 0.402, 0.43, 0.469]
const campaigns = rates.map((value, index) => ({ name: `Letter ${index + 1}`, value }))
const percent = (value: number) => formatRate(value, 1)

const HOUR = 3_600_000
const start = Date.UTC(2025, 10, 18, 9)
const hours = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    at: start + index * HOUR,
    label: `Hour ${index + 1}`,
    tick: `${index + 1} h`,
  }))
const wave = (count: number, peak: number, phase = 0) =>
  Array.from({ length: count }, (_, index) =>
    Math.round(peak * Math.exp(-index / (count / 3)) * (1.2 + Math.sin(index / 3 + phase))),
  )

const names = ['Spring letter', 'Shed', 'Autumn', 'Workshops', 'Tray', 'Winter']
const lines = {
  'Opens and clicks': [48, ['Opens', 'Clicks'], [1200, 200]],
  'Six campaigns': [24, names, [900, 870, 840, 500, 480, 90]],
  'One value': [1, ['Opens'], [7]],
  'Twenty thousand values': [20_000, ['Requests'], [1e9]],
} as const

/** Charts with usual, empty and extreme data. */
export function GalleryCharts() {
  const [view, setView] = useState<ChartView>('chart')
  return (
    <>
      <GallerySection name="Chart of bars">
        <div className={panel}>
          <SegmentedControl
            label="View"
            value={view}
            options={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
            onChoose={setView}
          />
          <BarChart
            label="From send to click"
            columns={{ name: 'Step', value: 'Contacts', share: 'Of all' }}
            items={funnel}
            view={view}
          />
        </div>
        <div className={panel}>
          <BarChart label="No bars" columns={{ name: 'Step', value: 'Contacts' }} items={[]} />
          <BarChart
            label="Odd bars"
            columns={{ name: 'Step', value: 'Contacts' }}
            items={[
              { name: 'A billion', value: 1e9 },
              { name: 'Nothing', value: 0 },
              { name: 'Not a number', value: NaN },
              { name: 'Less than nothing', value: -12 },
              { name: 'A name that is far too long for the place it has', value: 5e8 },
            ]}
          />
        </div>
      </GallerySection>
      <GallerySection name="Bars in rows, a part inside the whole">
        <ul className={panel}>
          {links.map(({ url, unique, total }) => (
            <li key={url} className="grid grid-cols-2 items-center gap-4">
              <span className="min-w-0 truncate">{url}</span>
              <span className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3">
                <Bar value={total} part={unique} max={1000} />
                {`${formatNumber(unique)} of ${formatNumber(total)}`}
              </span>
            </li>
          ))}
        </ul>
      </GallerySection>
      <GallerySection name="Dot strip">
        {[campaigns, campaigns.slice(0, 1), []].map((items, index) => (
          <div key={index} className="w-60">
            <DotStripChart
              label={`Open rate ${index + 1}`}
              columns={{ name: 'Campaign', value: 'Open rate' }}
              items={items}
              current={items.length - 3}
              legend={{ current: 'This campaign', others: 'Other campaigns', mean: 'Average' }}
              format={percent}
            />
          </div>
        ))}
        <div className="w-60">
          <DotStrip values={[3, 3, 3]} current={3} />
        </div>
      </GallerySection>
      <GallerySection name="Lines">
        {Object.entries(lines).map(([label, [count, series, peaks]]) => (
          <div key={label} className={panel}>
            <LineChart
              label={label}
              axis="Hour"
              points={hours(count)}
              series={series.map((name, index) => ({
                name,
                values: wave(count, peaks[index] ?? 0, index).map((value, at) =>
                  count === 48 && at > 20 && at < 24 ? null : value,
                ),
              }))}
            />
          </div>
        ))}
        <div className={panel}>
          <LineChart label="No lines" axis="Hour" points={[]} series={[]} />
        </div>
      </GallerySection>
    </>
  )
}
