// What the system and the probe say about the process of a service, where it has /proc.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const probe = pathToFileURL(path.join(import.meta.dirname, 'process-probe.mjs')).href

/** Settings with which the service writes the figures of its event loop and heap into the folder. */
export const probeSettings = (folder) => ({
  NODE_OPTIONS: `--import ${probe}`,
  PROBE_FILE: path.join(folder, 'probe.ndjson'),
})

/** The latest line of the probe. */
export function readProbe(folder) {
  const lines = fs.readFileSync(path.join(folder, 'probe.ndjson'), 'utf8').trim().split('\n')
  return JSON.parse(lines.at(-1))
}

export const countDescriptors = (pid) => fs.readdirSync(`/proc/${pid}/fd`).length

/** Milliseconds in which the main thread was ready and had no processor: what else ran on the machine. */
export function waitForProcessor(pid) {
  const file = `/proc/${pid}/schedstat`
  return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split(' ')[1]) / 1e6 : NaN
}

/** Milliseconds of processor time of all threads. */
export function processorTime(pid) {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  // In clock ticks of 10 ms; the fields 14 and 15 of the file.
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Growth per step, by least squares. */
export function slope(values) {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let [above, below] = [0, 0]
  values.forEach((value, index) => {
    above += (index - middle) * (value - mean)
    below += (index - middle) ** 2
  })
  return above / below
}
