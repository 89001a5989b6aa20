// `npm run bench -- feedback`: measures what the inbox, the pane of a post and people request of the huge workspace on a
// private PostgreSQL, and both in the browser; docs/performance.md explains each figure.
//   --size huge   --only workspace,requests,inbox,search,next,opening,reading,public   --turns 1   --posts 500   --cpu 1   --rtt 0
// `--database URL --log FILE --key KEY --data FOLDER` measure a workspace that is there already, with the log of its server.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'

import { buildOrExit, isStale } from '../build.mjs'
import { findBrowser, launchOptions } from '../find-browser.mjs'
import { caller } from '../running-service.mjs'
import { busyPostRequests, findBusyPost } from './busy-post.mjs'
import {
  measureFeedbackRequests,
  measureWorkspaceRequests,
  readSearches,
} from './feedback-requests.mjs'
import { table } from './figures.mjs'
import { measureInbox, measureNext, measureSearch } from './inbox-figures.mjs'
import { connectedPage } from './ours.mjs'
import { measureOpening, measurePublic, measureReading } from './post-figures.mjs'
import { startWorkspace } from './seeded-workspace.mjs'
import { startStatementTimer } from './statement-times.mjs'

const all = ['workspace', 'requests', 'inbox', 'search', 'next', 'opening', 'reading', 'public']

export async function measureFeedback(args) {
  const text = (fallback) => ({ type: 'string', default: fallback })
  const { values } = parseArgs({
    args,
    options: {
      size: text('huge'),
      only: text(all.join(',')),
      turns: text('1'),
      posts: text('500'),
      cpu: text('1'),
      rtt: text('0'),
      database: text(''),
      log: text(''),
      key: text(''),
      data: text(''),
    },
  })
  if (isStale()) buildOrExit()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  const workspace = await startWorkspace(folder, values)
  const launch = launchOptions(await findBrowser())
  const browser = await chromium.launch(launch)
  try {
    const { url, key } = workspace
    const call = caller(url, key)
    const busiest = await findBusyPost(call)
    const target = connectedPage(url, key)
    const options = { cpu: Number(values.cpu), rtt: Number(values.rtt) }
    const suites = {
      workspace: async () => {
        const timer = await startStatementTimer(workspace)
        return measureWorkspaceRequests(call, timer, Number(values.turns)).finally(() =>
          timer.stop(),
        )
      },
      requests: async () => {
        const paths = await busyPostRequests(call, busiest)
        const timer = await startStatementTimer(workspace)
        const turns = Number(values.turns)
        return measureFeedbackRequests(call, timer, paths, turns).finally(() => timer.stop())
      },
      inbox: () => measureInbox(browser, target, busiest.id, options),
      search: async () => measureSearch(browser, target, await readSearches(call), options),
      next: () => measureNext(browser, target, options),
      opening: () => measureOpening(browser, target, busiest, options),
      reading: async () => {
        // Code that the engine compiles again as it grows hot is most of a growing heap.
        const plainCode = '--js-flags=--no-opt --no-maglev --no-sparkplug'
        const plain = await chromium.launch({ ...launch, args: [...launch.args, plainCode] })
        const posts = Number(values.posts)
        return measureReading(plain, target, { ...options, posts }).finally(() => plain.close())
      },
      public: async () => {
        const service = await workspace.startAnother({ PROFILE: 'public' })
        const measured = measurePublic(browser, connectedPage(service.url, key), options)
        return measured.finally(() => service.stop())
      },
    }
    for (const name of values.only.split(','))
      process.stdout.write(`${name}\n${table(await suites[name]())}\n\n`)
  } finally {
    await browser.close()
    await workspace.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
