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

/**
 * Milliseconds of processor time of all threads that run. The sum that the system keeps for the whole process was twice
 * as much for a service that sends requests, with no thread that ended.
 */
export function processorTime(pid) {
  const times = fs
    .readdirSync(`/proc/${pid}/task`)
    .map((id) => fs.readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0])
  return times.reduce((sum, nanoseconds) => sum + Number(nanoseconds), 0) / 1e6
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
