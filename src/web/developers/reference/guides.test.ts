import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { canFormat } from '#contract/markdown.rules.ts'
import { signatureSnippets } from '#web/developers/signature-check/signature-snippets.rules.ts'
import { guidesText } from '#web/messages/en/guides.ts'
import {
  formatCodeLabel,
  guideSlugs,
  headingId,
  isGuideSlug,
  neighborsOf,
  resolveGuideLink,
  withoutTitle,
} from './guides.rules.ts'

const folder = path.resolve(import.meta.dirname, '../../../../docs/guides')
const textOf = (slug: string) => fs.readFileSync(path.join(folder, `${slug}.md`), 'utf8')
const guides = guideSlugs.map((slug) => [slug, textOf(slug)] as const)

test('every file of docs/guides is a guide with the title of its page', () => {
  const files = fs.readdirSync(folder).map((name) => name.replace(/\.md$/, ''))
  expect(files.toSorted()).toEqual([...guideSlugs].toSorted())
  for (const [slug, text] of guides)
    expect(text.split('\n')[0]).toBe(`# ${guidesText.guides[slug].title}`)
})

test.each(guides)('%s is formatted and begins with what is needed', (_slug, text) => {
  expect(canFormat(text)).toBe(true)
  expect(withoutTitle(text)).toMatch(/^At the end /)
  expect(text).toMatch(/\n\nYou need[: ]/)
})

test.each(guides)('links of %s lead to guides and their headings, or to https', (slug, text) => {
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, address = '']) => address)
  const others = links.filter((address) => resolveGuideLink(address) === undefined)
  expect(others.filter((address) => !address.startsWith('https://'))).toEqual([])
  for (const link of links.filter((address) => address.includes('.md#'))) {
    const [, target = '', anchor] = /^\.\/([\w-]+)\.md#(.*)$/.exec(link) ?? []
    const headings = [...textOf(target).matchAll(/^#+ (.*)$/gm)]
    expect(headings.map(([, heading = '']) => headingId(heading))).toContain(anchor)
  }
  // From each guide to another one.
  expect(links.some((address) => resolveGuideLink(address)?.startsWith('/'))).toBe(true)
  expect(links).not.toContain(`./${slug}.md`)
})

test.each(guides)('blocks of code in %s have a language that is named', (_slug, text) => {
  const languages = [...text.matchAll(/^```(\w*)[^\n]*\n[\s\S]*?^```$/gm)].map(([, name]) => name)
  expect(languages.filter((name = '') => !(name in guidesText.languages))).toEqual([])
})

const ofGo = signatureSnippets.go.slice(signatureSnippets.go.indexOf('// IsValid'))
const ofNode = signatureSnippets.node.slice(signatureSnippets.node.indexOf('// body'))

test.each([
  ['webhook-receiver', 'Node', signatureSnippets.node],
  ['webhook-receiver', 'Python', signatureSnippets.python],
  ['webhook-receiver', 'PHP', signatureSnippets.php],
  // The package and the imports are those of the whole program.
  ['webhook-receiver', 'Go', ofGo],
  ['n8n', 'Node', ofNode],
])('%s has the code in %s that the signature check shows', (slug, _language, code) => {
  expect(code.length).toBeGreaterThan(300)
  expect(textOf(slug)).toContain(code)
})

test('links between guides lead to pages of the dashboard', () => {
  expect(resolveGuideLink('./n8n.md')).toBe('/developers/guides/n8n')
  expect(resolveGuideLink('./api-client.md#errors')).toBe('/developers/guides/api-client#errors')
  expect(resolveGuideLink('#errors')).toBe('#errors')
  for (const address of ['./other.md', '../public-api.md', 'https://x.example/n8n.md', '/n8n.md'])
    expect(resolveGuideLink(address)).toBeUndefined()
})

test('a heading has the id of GitHub, and code the label of its language', () => {
  expect(headingId('2. What n8n’s node does, in short')).toBe('2-what-n8ns-node-does-in-short')
  expect(formatCodeLabel('python', 'client.py')).toBe('Python · client.py')
  expect(formatCodeLabel('toml', '')).toBe('toml')
})

test('guides have neighbors in their order', () => {
  expect(neighborsOf('webhook-receiver')).toEqual({ previous: undefined, next: 'n8n' })
  expect(neighborsOf('run-automations')).toEqual({ previous: 'send-campaigns', next: undefined })
  expect(isGuideSlug('toString')).toBe(false)
})
