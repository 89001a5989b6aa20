// Database cost of each request: the statements the service sent, timed and explained by the server.
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import { medians, round } from './figures.mjs'
import { numberedAddress } from './fill.mjs'

const TIMES = 7

const autoExplainSettings = (on) => [
  `alter system set auto_explain.log_min_duration = ${on ? 0 : -1}`,
  `alter system set auto_explain.log_analyze = ${on}`,
  `alter system set auto_explain.log_format = 'json'`,
  'select pg_reload_conf()',
]

/** The access paths of a plan, outermost first: `Index Scan contacts_by_age`. */
function* pathsOf(plan) {
  if (plan['Relation Name'] || plan['Index Name'])
    yield `${plan['Node Type']} ${plan['Index Name'] ?? plan['Relation Name']}`
  for (const part of plan.Plans ?? []) yield* pathsOf(part)
}

function statementsIn(log) {
  return [...log.matchAll(/duration: ([\d.]+) ms {2}plan:\n((?:\t.*\n)+)/g)].map(
    ([, ms, plan]) => ({
      ms: Number(ms),
      plan: JSON.parse(plan),
    }),
  )
}

const explainedRequests = (ours, { list, small }) => {
  const contacts = `/v1/lists/${list}/contacts`
  return {
    'GET /lists': '/v1/lists',
    'page of 1,000': `/v1/lists/${small}/contacts?limit=100`,
    'page of 1,000,000': ours.requests.page.path(49),
    'look-up': `${contacts}/${numberedAddress(77)}`,
    'one status': `${contacts}?limit=100&status=unsubscribed`,
    'tag of 1 in 20': `${contacts}?limit=100&tag=t3`,
    'tag of 1 in 100,000': `${contacts}?limit=100&tag=rare`,
    'two tags': `${contacts}?limit=100&tag=rare&status=unsubscribed`,
    'search, one hit': `${contacts}?limit=100&search=user4711`,
    'search, all hit': `${contacts}?limit=100&search=oslo`,
    'search, no hit': `${contacts}?limit=100&search=nobody`,
    'search, part of a name': `${contacts}?limit=100&search=user4711%40example`,
  }
}

export async function plansOf(cluster, ours, lists) {
  const db = new pg.Client(cluster.url)
  await db.connect()
  const setAutoExplain = async (on) => {
    for (const statement of autoExplainSettings(on)) await db.query(statement)
    await sleep(300)
  }
  const rows = []
  await setAutoExplain(true)
  for (const [name, path] of Object.entries(explainedRequests(ours, lists))) {
    const runs = []
    let statements = []
    for (let time = 0; time < TIMES; time++) {
      const from = fs.statSync(cluster.log).size
      const response = await fetch(ours.url + path, { headers: ours.headers })
      if (!response.ok) throw new Error(`${path} returned ${response.status}`)
      await response.text()
      await sleep(30)
      statements = statementsIn(fs.readFileSync(cluster.log, 'utf8').slice(from)).filter(
        ({ plan }) => !/api_keys/.test(plan['Query Text']),
      )
      runs.push({ count: statements.length, ms: statements.reduce((sum, { ms }) => sum + ms, 0) })
    }
    const { count, ms } = medians(runs)
    const paths = [...new Set(statements.flatMap(({ plan }) => [...pathsOf(plan.Plan)]))]
    rows.push({
      request: name,
      statements: count,
      'ms in the database': round(ms, 3),
      paths: paths.join(', '),
    })
  }
  await setAutoExplain(false)
  await db.end()
  return rows
}
