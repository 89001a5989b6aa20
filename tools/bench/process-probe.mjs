// Loaded by `--import` into the process of a service under measurement: it only observes, so the service needs no
// endpoint for it. Writes one JSON line a second to the file of PROBE_FILE; SIGUSR2 begins a new measurement.
import fs from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const file = process.env.PROBE_FILE
if (file !== undefined) {
  const resolution = 5
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  process.on('SIGUSR2', () => delays.reset())
  // The histogram counts from one tick to the next.
  const ms = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolution)
  const write = () => {
    const { heapUsed, heapTotal, external } = process.memoryUsage()
    const line = {
      p99: ms(delays.percentile(99)),
      max: ms(delays.max),
      heapUsed,
      heapTotal,
      external,
    }
    fs.appendFileSync(file, `${JSON.stringify(line)}\n`)
  }
  setInterval(write, 1000).unref()
}
