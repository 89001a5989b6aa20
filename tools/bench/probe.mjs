// Runs inside the measured page before its code, and only observes.
export function probe() {
  const bench = {
    selector: '',
    counts: [],
    frames: [],
    recording: false,
    long: [],
    events: [],
    paint: 0,
    shift: 0,
    onFrame: undefined,
  }
  window.bench = bench

  const observe = (type, onEntry, options = {}) => {
    try {
      new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({
        type,
        buffered: true,
        ...options,
      })
    } catch {
      // Not every browser supports every entry type.
    }
  }
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') bench.paint = entry.startTime
  })
  observe('longtask', (entry) => bench.long.push([entry.startTime, entry.duration]))
  observe('event', (entry) => bench.events.push(entry.duration), { durationThreshold: 16 })
  observe('layout-shift', (entry) => {
    if (!entry.hadRecentInput) bench.shift += entry.value
  })

  let last = 0
  const frame = (time) => {
    if (bench.recording) bench.frames.push(time)
    if (bench.selector) {
      const count = document.querySelectorAll(bench.selector).length
      if (count !== last) bench.counts.push([performance.now(), count])
      last = count
    }
    bench.onFrame?.()
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)

  /** The time at which `condition` was true and painted, or NaN after `limit` ms. */
  bench.painted = (condition, limit = 8000) =>
    new Promise((resolve) => {
      const end = performance.now() + limit
      const check = () => {
        if (condition()) {
          requestAnimationFrame(() => {
            const channel = new MessageChannel()
            channel.port1.onmessage = () => resolve(performance.now())
            channel.port2.postMessage(0)
          })
        } else if (performance.now() > end) resolve(NaN)
        else requestAnimationFrame(check)
      }
      check()
    })
}
