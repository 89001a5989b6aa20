// Writes Brotli and gzip files beside each text asset, so the service never compresses during a request.
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'

const folder = path.resolve(import.meta.dirname, '../dist/web')
const text = /\.(js|css|html|svg|json|txt|webmanifest)$/
const brotli = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }

for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  const file = path.join(folder, name)
  if (!text.test(name) || name.startsWith('.vite')) continue
  const bytes = fs.readFileSync(file)
  if (bytes.length < 1024) continue
  fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(bytes, brotli))
  fs.writeFileSync(`${file}.gz`, zlib.gzipSync(bytes, { level: 9 }))
}
