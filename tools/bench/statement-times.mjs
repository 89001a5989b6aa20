// How long the statements of a request take in the database, from the server's log: parse, bind and execute of each.
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The log is written by another process, shortly after the response. */
const WRITTEN_MS = 15

/** Of the jobs of the service, and of the authentication before a request. */
const isOther = (text) => /skip locked|"(api_keys|campaigns|contact_imports|events)"/.test(text)

export async function startStatementTimer({ database, log }) {
  const db = new pg.Client(database)
  await db.connect()
  const setLogging = async (ms) => {
    await db.query(`alter system set log_min_duration_statement = ${ms}`)
    await db.query('select pg_reload_conf()')
    await sleep(300)
  }
  await setLogging(0)
  const file = fs.openSync(log)

  function statementsSince(offset) {
    const bytes = Buffer.alloc(fs.fstatSync(file).size - offset)
    fs.readSync(file, bytes, 0, bytes.length, offset)
    return [
      ...bytes
        .toString()
        .matchAll(
          /duration: ([\d.]+) ms {2}(?:parse|bind|execute|statement)([^\n]*\n(?:\t[^\n]*\n)*)/g,
        ),
    ].map(([, ms, text]) => ({ ms: Number(ms), text }))
  }

  return {
    /** Milliseconds in the database. A statement that takes longer than the request is one of a job. */
    async time(request) {
      const offset = fs.fstatSync(file).size
      const began = performance.now()
      await request()
      const took = performance.now() - began
      await sleep(WRITTEN_MS)
      const counted = statementsSince(offset).filter(({ ms, text }) => ms <= took && !isOther(text))
      return counted.reduce((sum, { ms }) => sum + ms, 0)
    },
    async stop() {
      await setLogging(-1)
      fs.closeSync(file)
      await db.end()
    },
  }
}
