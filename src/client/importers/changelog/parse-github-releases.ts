import { FileRefused } from '#client/importers/core/import-error.ts'
import type { ParseFindings } from '#client/importers/core/import-plan.ts'
import { parseInstant } from '#client/importers/core/parse-date.ts'
import { sanitizeField, sanitizeText, sanitizeLine } from '#client/importers/core/sanitize.ts'
import { listRecords, visitBesideRecords } from '#client/importers/formats/json-pages.ts'
import {
  formatExcerpt,
  idOf,
  isObject,
  type JsonObject,
  objectsOf,
} from '#client/importers/formats/json.ts'
import { removeInvisible } from '#client/importers/formats/markdown.ts'
import {
  mapKeys,
  shapes,
  type Tallies,
  tally,
  tallyKeys,
  toUnmappedFields,
} from '#client/importers/formats/unmapped-fields.ts'
import type { ChangelogKind, ChangelogOptions, ParsedEntry } from './changelog-plan.ts'
import {
  findRepository,
  type InvisibleTexts,
  type ParsedChangelog,
  unmappedInvisible,
} from './parse-markdown-changelog.ts'

const isRelease = (value: unknown): value is JsonObject =>
  isObject(value) && ('tag_name' in value || 'tagName' in value)

/** The releases of a GitHub repository, as its API or its command line lists them. */
export function parseReleases(
  findings: ParseFindings<ChangelogKind>,
  file: unknown,
  file_name: string,
  options: ChangelogOptions,
): ParsedChangelog {
  const releaseList = listRecords(file, isRelease)
  if (!releaseList.some(({ item }) => isRelease(item))) {
    throw new FileRefused(
      `Expected a list of releases with tag_name, found ${formatExcerpt(file)}.`,
    )
  }
  const releases = objectsOf(releaseList.map(({ item }) => item))
  const hasTexts = releases.some((release) => 'body' in release || 'description' in release)
  const addresses = releases.flatMap(({ html_url, url }) => [html_url ?? url].filter(isText))
  for (const { item, path } of releaseList) {
    if (isObject(item)) continue
    const reason = `expected a release, found ${formatExcerpt(item)}`
    findings.reject({ kind: 'entries', path, id: null, reason })
  }
  const invisible: InvisibleTexts = { comments: [], anchors: [] }
  const tallies: Tallies = new Map()
  tallyKeys(tallies, 'releases[]', releases, mappedKeys)
  visitBesideRecords(file, isRelease, (path, value) => tally(tallies, path, value))
  return {
    source: options.source ?? findRepository(addresses) ?? file_name.replace(/\.\w+$/, ''),
    entries: releaseList.flatMap(({ item, path }) => {
      if (!isObject(item)) return []
      const entry = parseRelease(findings, item, path, invisible)
      if (entry.body === '')
        findings.warn(hasTexts ? 'no_release_text' : 'no_release_texts', {}, entry.title || path)
      return [entry]
    }),
    not_mapped: [
      ...unmappedInvisible(invisible),
      ...toUnmappedFields(
        tallies,
        (path) => !contentPaths.test(path),
        (path) => nouns.get(path),
      ).not_mapped,
    ],
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

const mappedKeys = mapKeys(
  [shapes.checked, 'name body description'],
  [shapes.id, 'tag_name tagName'],
  [shapes.flag, 'draft isDraft prerelease isPrerelease'],
  // A text that is no moment is reported with its release; a draft has none.
  [(value, release) => isText(value) && !isDraft(release), 'published_at publishedAt'],
  [shapes.address, 'html_url url'],
)
const isDraft = (release: JsonObject) => release['draft'] === true || release['isDraft'] === true

const nouns = new Map([
  ['releases[].author', 'authors'],
  ['releases[].assets', 'assets'],
])
/** What people made, and not the source's own keeping. */
const contentPaths = /\.(author|assets|reactions|discussion_url|mentions_count)$/

function parseRelease(
  findings: ParseFindings<ChangelogKind>,
  release: JsonObject,
  path: string,
  invisible: InvisibleTexts,
): ParsedEntry {
  const tag = idOf(release['tag_name'] ?? release['tagName']) ?? ''
  const text = (key: string, clean: typeof sanitizeLine, value: unknown) =>
    sanitizeField(findings, `releases[].${key}`, tag, value, clean)
  const draft = isDraft(release)
  const publishedAt = release['published_at'] ?? release['publishedAt']
  const publish_at = parseInstant(publishedAt) ?? null
  if (publish_at === null && typeof publishedAt === 'string') {
    findings.warn('not_a_time', { path: 'releases[].published_at' }, tag)
  }
  const body = removeInvisible(
    text('body', sanitizeText, release['body'] ?? release['description']),
  )
  invisible.comments.push(...body.comments)
  invisible.anchors.push(...body.anchors)
  const isPrerelease = release['prerelease'] === true || release['isPrerelease'] === true
  return {
    key: tag,
    words: '',
    path,
    title: text('name', sanitizeLine, release['name']) || tag,
    body: body.text.trim(),
    labels: isPrerelease ? ['Pre-release'] : [],
    publish_at,
    draft,
  }
}
