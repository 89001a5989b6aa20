import { FileRefused } from '#client/importers/core/import-error.ts'
import type { ParseFindings } from '#client/importers/core/import-plan.ts'
import { instantOf } from '#client/importers/core/parse-date.ts'
import { cleaned, manyLines, oneLine } from '#client/importers/core/sanitize.ts'
import {
  excerptOf,
  idOf,
  isObject,
  type JsonObject,
  objectsOf,
} from '#client/importers/formats/json.ts'
import { withoutComments } from '#client/importers/formats/markdown.ts'
import { type Tallies, leftOutOf, tallyKeys } from '#client/importers/formats/unmapped-fields.ts'
import { repositoryOf } from './changelog-links.ts'
import type { ChangelogKind, ChangelogOptions, ReadEntry } from './changelog-plan.ts'
import type { ReadChangelog } from './parse-markdown-changelog.ts'
import { tellLeftOut } from './unmapped-changelog-fields.ts'

const isRelease = (value: unknown): value is JsonObject =>
  isObject(value) && ('tag_name' in value || 'tagName' in value)

/** The releases of a GitHub repository, as its API or its command line lists them. */
export function readReleases(
  notebook: ParseFindings<ChangelogKind>,
  file: unknown,
  file_name: string,
  options: ChangelogOptions,
): ReadChangelog {
  const listed = isRelease(file) ? [file] : file
  if (!Array.isArray(listed) || !listed.some(isRelease)) {
    throw new FileRefused(
      `This file holds ${excerptOf(file)} and no list of releases, each with its tag_name.`,
    )
  }
  const releases = objectsOf(listed)
  const addresses = releases.flatMap(({ html_url, url }) => [html_url ?? url].filter(isText))
  listed.forEach((item: unknown, index) => {
    if (isObject(item)) return
    const reason = `it is ${excerptOf(item)} and not a release`
    notebook.reject({ kind: 'entries', path: `[${index}]`, id: null, reason })
  })
  const comments: string[] = []
  const tallies: Tallies = new Map()
  tallyKeys(tallies, 'releases[]', releases, read)
  return {
    source: options.source ?? repositoryOf(addresses) ?? file_name.replace(/\.\w+$/, ''),
    entries: listed.flatMap((item: unknown, index) =>
      isObject(item) ? entryOf(notebook, item, `[${index}]`, comments) : [],
    ),
    not_mapped: [
      ...tellLeftOut({ dropped: comments }, [], []),
      ...leftOutOf(tallies, (path) => !written.test(path)).not_mapped,
    ],
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

const read = new Set(
  'name tag_name tagName body draft isDraft prerelease isPrerelease published_at publishedAt html_url'.split(
    ' ',
  ),
)
/** What people made, and not the source's own keeping. */
const written = /\.(author|assets|reactions|discussion_url|mentions_count)$/

function entryOf(
  notebook: ParseFindings<ChangelogKind>,
  release: JsonObject,
  path: string,
  comments: string[],
): ReadEntry {
  const tag = idOf(release['tag_name'] ?? release['tagName']) ?? ''
  const text = (key: string, clean: typeof oneLine) =>
    cleaned(notebook, `releases[].${key}`, tag, release[key], clean).text
  const draft = release['draft'] === true || release['isDraft'] === true
  const published = release['published_at'] ?? release['publishedAt']
  const publish_at = instantOf(published) ?? null
  if (publish_at === null && typeof published === 'string') {
    notebook.warn('releases[].published_at: not a date and time with its offset, left out', tag)
  }
  const body = withoutComments(text('body', manyLines))
  comments.push(...body.dropped)
  const early = release['prerelease'] === true || release['isPrerelease'] === true
  return {
    key: tag,
    path,
    title: text('name', oneLine) || tag,
    body: body.text.trim(),
    labels: early ? ['Pre-release'] : [],
    publish_at,
    draft,
  }
}
