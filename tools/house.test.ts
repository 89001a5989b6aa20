import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../src')
const files = fs
  .readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.split(path.sep).join('/'))
  .filter((name) => /\.tsx?$/.test(name))
const sources = files.filter((name) => !name.includes('.test.'))

const lines = (name: string) =>
  fs.readFileSync(path.join(root, name), 'utf8').split('\n').length - 1
const share = (sizes: number[], part: number) =>
  sizes.toSorted((a, b) => a - b)[Math.floor((sizes.length - 1) * part)] ?? 0

test('half of the source files have 60 lines or fewer, nine in ten 160', () => {
  const sizes = sources
    .filter((name) => !/\/(migrations|words|example)\//.test(name))
    .map((name) => lines(name))
  expect(share(sizes, 0.5)).toBeLessThanOrEqual(60)
  expect(share(sizes, 0.9)).toBeLessThanOrEqual(160)
})

test('a file is named for what it holds, in kebab-case, at most three folders deep', () => {
  const odd = files.filter((name) => {
    const parts = name.split('/')
    const file = parts.at(-1) ?? ''
    const named = /^[a-z0-9]+(-[a-z0-9]+)*(\.(rules|store|data|worker))?(\.test)?\.tsx?$/.test(file)
    return !named || parts.length > 4
  })
  expect(odd).toEqual([])
})

test('nothing is called utils, helpers, common or misc, and no index only passes on', () => {
  const vague = files.filter((name) => /(^|\/)(utils?|helpers?|common|misc|index)[./]/.test(name))
  expect(vague).toEqual([])
})
