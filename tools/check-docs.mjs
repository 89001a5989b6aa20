// Every path a document names exists, so the documents cannot rot unseen.
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const folders = ['src', 'tools', 'e2e', 'docs', 'public', '.ci', '.githooks']
const tiers = ['contract', 'client', 'service', 'web', 'cli']

// The public document is the API's promise, not a description of this tree.
const documents = [
  ...fs.readdirSync(root),
  ...fs
    .readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md') && name !== 'docs/public-api.md')

/** Where the words of a document may point: itself, its own folder, or `src` for a tier's file. */
function candidates(document, word) {
  const [first] = word.split('/')
  if (tiers.includes(first)) return [path.join('src', word)]
  return [word, path.join(path.dirname(document), word)]
}

function namedPaths(text) {
  const code = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, inside]) => inside.split(/[\s,]+/))
  const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target]) => target)
  const paths = code.filter((word) => {
    if (!/^[\w.-]+(\/[\w.-]+)+\/?$/.test(word)) return false
    const [first] = word.split('/')
    return folders.includes(first) || (tiers.includes(first) && /\.\w+$/.test(word))
  })
  const files = code.filter(
    (word) => /^[\w.-]+\.(md|json|ts|js|mjs|html)$/.test(word) && !word.startsWith('*'),
  )
  return { certain: [...paths, ...links.filter((link) => !/^\w+:/.test(link))], loose: files }
}

const everyName = new Set()
const walk = (folder) => {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    if (['node_modules', 'dist', '.git', 'data'].includes(entry.name)) continue
    if (entry.isDirectory()) walk(path.join(folder, entry.name))
    else everyName.add(entry.name)
  }
}
walk('.')

const missing = documents.flatMap((document) => {
  const { certain, loose } = namedPaths(fs.readFileSync(path.join(root, document), 'utf8'))
  const gone = certain.filter(
    (word) => !candidates(document, word).some((file) => fs.existsSync(path.join(root, file))),
  )
  // A bare file name may be anywhere; suffixes such as `.rules.ts` name a kind of file, not one file.
  const unknown = loose.filter((word) => !word.startsWith('.') && !everyName.has(word))
  return [...gone, ...unknown].map((word) => `${document} names ${word}, which does not exist.`)
})

for (const sentence of missing) process.stdout.write(`${sentence}\n`)
process.exitCode = missing.length > 0 ? 1 : 0
