// Fails when a document names a path or file that does not exist, or an index lacks a document.
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const folders = ['src', 'tools', 'e2e', 'docs', 'public', '.ci', '.githooks']
const tiers = ['contract', 'client', 'example', 'service', 'web', 'cli']

// The public API document does not describe this tree.
const documents = [
  ...fs.readdirSync(root),
  ...fs
    .readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md') && name !== 'docs/public-api.md')

/** Where a path may point: the root, the document's folder, or `src` for a path that begins with a tier. */
function candidates(document, name) {
  const [first] = name.split('/')
  if (tiers.includes(first)) return [path.join('src', name)]
  return [name, path.join(path.dirname(document), name)]
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

const fileNames = new Set()
const walk = (folder) => {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    if (['node_modules', 'dist', '.git', 'data'].includes(entry.name)) continue
    if (entry.isDirectory()) walk(path.join(folder, entry.name))
    else fileNames.add(entry.name)
  }
}
walk('.')

const missing = documents.flatMap((document) => {
  const text = fs.readFileSync(path.join(root, document), 'utf8')
  const { certain, loose } = namedPaths(text)
  // A program in a block of code, which its reader saves under that name.
  const blocks = new Set([...text.matchAll(/^```\w+ (\S+)$/gm)].map(([, name]) => name))
  const missingPaths = certain.filter(
    (word) => !candidates(document, word).some((file) => fs.existsSync(path.join(root, file))),
  )
  // A bare file name may be in any folder; a suffix such as `.rules.ts` is not a file.
  const unknown = loose.filter(
    (word) => !word.startsWith('.') && !fileNames.has(word) && !blocks.has(word),
  )
  return [...missingPaths, ...unknown].map(
    (word) => `${document} names ${word}, which does not exist.`,
  )
})

// Each decision and each page of behavior is in the index of its folder, once.
const notIndexed = ['docs/decisions', 'docs/behavior'].flatMap((folder) => {
  const index = fs.readFileSync(path.join(root, folder, 'README.md'), 'utf8')
  const linked = [...index.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name)
  return fs
    .readdirSync(path.join(root, folder))
    .filter((name) => name !== 'README.md')
    .map((name) => [name, linked.filter((link) => link === name).length])
    .filter(([, count]) => count !== 1)
    .map(([name, count]) => `${folder}/README.md links ${name} ${count} times instead of once.`)
})

for (const line of [...missing, ...notIndexed]) process.stdout.write(`${line}\n`)
process.exitCode = missing.length + notIndexed.length > 0 ? 1 : 0
