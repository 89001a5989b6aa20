// `npm run bench -- feedback`: measures what the inbox, the pane of a post and people request of the huge workspace on a
// private PostgreSQL; docs/performance.md explains each figure.
//   --size huge   --turns 1
// `--database URL --log FILE --key KEY --data FOLDER` measure a workspace that is there already, with the log of its server.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { buildOrExit, isStale } from '../build.mjs'
import { caller } from '../running-service.mjs'
import { busyPostRequests } from './busy-post.mjs'
import { measureFeedbackRequests } from './feedback-requests.mjs'
import { table } from './figures.mjs'
import { startWorkspace } from './seeded-workspace.mjs'
import { startStatementTimer } from './statement-times.mjs'

export async function measureFeedback(args) {
  const text = (fallback) => ({ type: 'string', default: fallback })
  const { values } = parseArgs({
    args,
    options: {
      size: text('huge'),
      turns: text('1'),
      database: text(''),
      log: text(''),
      key: text(''),
      data: text(''),
    },
  })
  if (isStale()) buildOrExit()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  const workspace = await startWorkspace(folder, values)
  try {
    const call = caller(workspace.url, workspace.key)
    const busiest = await busyPostRequests(call)
    const timer = await startStatementTimer(workspace)
    const turns = Number(values.turns)
    const rows = await measureFeedbackRequests(call, timer, busiest, turns).finally(() =>
      timer.stop(),
    )
    process.stdout.write(`${table(rows)}\n`)
  } finally {
    await workspace.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
