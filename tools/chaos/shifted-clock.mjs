// Loaded into a service before its own code (`--import`): moves its time of day by the milliseconds in a file. The embedded
// engine reads `Date` as well, so it tells the same time. Timers and `performance.now()` count on, as after
// `date --set`.
import fs from 'node:fs'

const SystemDate = Date
const file = process.env.CLOCK_SHIFT_FILE
let shift = 0
let readAt = -Infinity

function now() {
  if (performance.now() - readAt > 10) {
    shift = Number(fs.readFileSync(file, 'utf8'))
    readAt = performance.now()
  }
  return SystemDate.now() + shift
}

globalThis.Date = new Proxy(SystemDate, {
  apply: () => new SystemDate(now()).toString(),
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})
