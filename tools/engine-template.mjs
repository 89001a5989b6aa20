// A step of the build: stores an empty database of the embedded engine in dist, from which a first start takes less time
// and memory. Kept by later builds, because only another version of the engine needs another one.
import { PGlite } from '@electric-sql/pglite'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const dist = path.resolve(import.meta.dirname, '../dist')
const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
const manifest = path.join(path.dirname(entry), '../package.json')
const { version } = JSON.parse(fs.readFileSync(manifest, 'utf8'))
// `src/service/db/embedded/embedded-engine.ts` reads it by this name.
const name = `engine-${version}.tar.gz`

for (const file of fs.readdirSync(dist))
  if (/^engine-.*\.tar\.gz/.test(file) && file !== name) fs.rmSync(path.join(dist, file))
if (!fs.existsSync(path.join(dist, name))) {
  const engine = await PGlite.create()
  const dump = await engine.dumpDataDir('gzip')
  await engine.close()
  const unfinished = path.join(dist, `${name}.new`)
  fs.writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()))
  fs.renameSync(unfinished, path.join(dist, name))
}
