// Runs inside the measured page, before its own code. It only watches.
export function probe() {
  const watch = {
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
  window.bench = watch

  const observe = (type, note, options = {}) => {
    try {
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
        type,
        buffered: true,
        ...options,
      })
    } catch {
      // Not every browser knows every type.
    }
  }
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') watch.paint = entry.startTime
  })
  observe('longtask', (entry) => watch.long.push([entry.startTime, entry.duration]))
  observe('event', (entry) => watch.events.push(entry.duration), { durationThreshold: 16 })
  observe('layout-shift', (entry) => {
    if (!entry.hadRecentInput) watch.shift += entry.value
  })

  let last = 0
  const frame = (time) => {
    if (watch.recording) watch.frames.push(time)
    if (watch.selector) {
      const count = document.querySelectorAll(watch.selector).length
      if (count !== last) watch.counts.push([performance.now(), count])
      last = count
    }
    watch.onFrame?.()
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)

  /** The time at which what `holds` says has been painted, or NaN after `limit` ms. */
  watch.painted = (holds, limit = 8000) =>
    new Promise((resolve) => {
      const end = performance.now() + limit
      const look = () => {
        if (holds()) {
          requestAnimationFrame(() => {
            const channel = new MessageChannel()
            channel.port1.onmessage = () => resolve(performance.now())
            channel.port2.postMessage(0)
          })
        } else if (performance.now() > end) resolve(NaN)
        else requestAnimationFrame(look)
      }
      look()
    })
}
