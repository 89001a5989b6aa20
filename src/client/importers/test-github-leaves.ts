import type { ChangelogPlan } from '#client/importers/changelog/changelog-plan.ts'
import type { FeedbackPlan } from '#client/importers/feedback/feedback-plan.ts'
import {
  holderOf,
  isObject,
  type Json,
  type JsonObject,
  type Leaf,
  type LeafRules,
  normalize,
  toInstant,
  valueAt,
} from './test-leaves.ts'

const same = (one: unknown, other: unknown) =>
  one !== undefined && one !== null && normalize(one) === normalize(other)

/** The innermost object around a place that is a record. */
function recordAt(file: Json, place: string, isRecord: (value: JsonObject) => boolean) {
  const parts = [...place.matchAll(/[^.[\]]+|\[\d+\]/g)]
  for (const part of parts) {
    const own = place.slice(0, part.index).replace(/\.$/, '')
    const value = valueAt(file, own)
    if (isObject(value) && isRecord(value)) return { place: own, value }
  }
  return undefined
}

/** Whether the plan has a leaf. */
type Rule = (leaf: Leaf) => boolean

/** Where each path of a dump of issues is in its plan. What is not listed has no place there. */
export function issueRules(file: Json, plan: FeedbackPlan): LeafRules {
  const isIssue = (value: JsonObject) =>
    ('title' in value || 'number' in value) &&
    ['number', 'state', 'html_url', 'url'].some((key) => key in value)
  const issueOf = ({ place }: Leaf) => recordAt(file, place, isIssue)
  const postOf = (leaf: Leaf) => {
    const issue = issueOf(leaf)
    if (!issue) return undefined
    const ids = ['number', 'id', 'html_url', 'url'].map((key) => issue.value[key])
    return (
      plan.posts.find(({ path }) => path === (issue.place || 'the issue')) ??
      plan.posts.find(({ external_ref }) =>
        ids.some((id) => id !== undefined && external_ref.endsWith(`#${normalize(id)}`)),
      )
    )
  }
  /** Of a leaf of a comment, what became of it: by its id, else any of its post. */
  const commentsOf = (leaf: Leaf) => {
    const own = plan.comments.filter(({ post_ref }) => post_ref === postOf(leaf)?.external_ref)
    const comment = valueAt(
      file,
      /^.*comments(?:\.nodes|\.edges)?\[\d+\](?:\.node)?/.exec(leaf.place)?.[0] ?? '',
    )
    const id = isObject(comment) ? comment['id'] : undefined
    const byId = own.filter(({ external_ref }) =>
      external_ref.endsWith(`/comment/${normalize(id)}`),
    )
    return byId.length > 0 ? byId : own
  }
  const isUser = (ref: string | undefined, login: unknown) =>
    ref !== undefined &&
    normalize(ref).replace('[bot]', '') ===
      `github:${normalize(login).replace(/^app\/|\[bot\]$/g, '')}`
  const isNamed = (ref: string | undefined, name: unknown) =>
    plan.users.some((one) => one.ref === ref && same(one.name, name)) ||
    plan.members.some((one) => one.external_ref === ref && same(one.name, name))
  const isBot = (ref: string | undefined) => plan.users.some((one) => one.ref === ref && one.bot)
  const authorOf = (leaf: Leaf) => postOf(leaf)?.user_ref
  const commentAuthors = (leaf: Leaf) =>
    commentsOf(leaf).flatMap(({ author }) =>
      author === 'team' ? [] : ['user_ref' in author ? author.user_ref : author.member_ref],
    )
  const isMember = (leaf: Leaf) =>
    commentsOf(leaf).some(({ author }) => author !== 'team' && 'member_ref' in author)
  const status = (leaf: Leaf) => postOf(leaf)?.status
  const isTag = (leaf: Leaf, name: unknown) =>
    postOf(leaf)?.tags.some((tag) => same(tag.toLowerCase(), normalize(name).toLowerCase())) ===
    true
  const hasColor = (leaf: Leaf) =>
    plan.tags.some(
      (tag) =>
        same(tag.name.toLowerCase(), normalize(holderOf(file, leaf)['name']).toLowerCase()) &&
        same(tag.color, `#${normalize(leaf.value).replace('#', '').toLowerCase()}`),
    )
  const isOwner = (leaf: Leaf, login: unknown) => isUser(postOf(leaf)?.owner_ref, login)
  /** The type of an account says whether it is a bot. */
  const isType = (value: unknown, bot: boolean) =>
    bot
      ? value === 'Bot' || value === true
      : value === 'User' || value === 'Organization' || value === 'Mannequin'
  const moment = (key: 'created_at' | 'updated_at') => (leaf: Leaf) =>
    leaf.value !== true && postOf(leaf)?.[key] === toInstant(leaf.value)
  const commentMoment = (key: 'created_at' | 'updated_at') => (leaf: Leaf) =>
    commentsOf(leaf).some((one) => one[key] !== undefined && one[key] === toInstant(leaf.value))
  const isHere: Rule = (leaf) => postOf(leaf) !== undefined
  const identity: Rule = (leaf) => isHere(leaf) && leaf.value !== true
  const address: Rule = (leaf) => isHere(leaf) && /^https?:/.test(String(leaf.value))
  // The same kind may be there in several groups, which add up.
  const votes: Rule = (leaf) => Number(leaf.value) <= (postOf(leaf)?.imported_votes ?? 0)
  const contentOf = (leaf: Leaf) => {
    const group = valueAt(file, leaf.place.replace(/(.*reactionGroups\[\d+\]).*/, '$1'))
    return isObject(group) ? group['content'] : undefined
  }

  const rules: Readonly<Record<string, Rule>> = {
    number: identity,
    id: identity,
    html_url: address,
    url: address,
    repository_url: address,
    __typename: ({ value }) => value === 'Issue',
    title: (leaf) =>
      same(postOf(leaf)?.title, leaf.value) ||
      normalize(postOf(leaf)?.details).startsWith(normalize(leaf.value)),
    body: (leaf) =>
      normalize(postOf(leaf)?.details).endsWith(normalize(leaf.value)) && isHere(leaf),
    state: (leaf) =>
      (same(String(leaf.value).toLowerCase(), 'open') && status(leaf) === 'open') ||
      (same(String(leaf.value).toLowerCase(), 'closed') &&
        isHere(leaf) &&
        status(leaf) !== undefined),
    state_reason: (leaf) =>
      ({ completed: 'complete', not_planned: 'closed', duplicate: 'closed', reopened: 'open' })[
        String(leaf.value).toLowerCase()
      ] === status(leaf),
    'user.login': (leaf) => isUser(authorOf(leaf), leaf.value),
    user: (leaf) => isUser(authorOf(leaf), leaf.value),
    'user.name': (leaf) => isNamed(authorOf(leaf), leaf.value),
    'user.type': (leaf) => isType(leaf.value, isBot(authorOf(leaf))),
    'user.__typename': (leaf) => isType(leaf.value, isBot(authorOf(leaf))),
    'user.is_bot': (leaf) => isType(leaf.value, isBot(authorOf(leaf))),
    'assignees[].login': (leaf) => isOwner(leaf, leaf.value),
    'assignees[]': (leaf) => isOwner(leaf, leaf.value),
    'assignees[].type': ({ value }) => isType(value, false),
    'assignee.type': ({ value }) => isType(value, false),
    'assignees[].name': (leaf) => isNamed(postOf(leaf)?.owner_ref, leaf.value),
    'assignee.login': (leaf) => isOwner(leaf, leaf.value),
    assignee: (leaf) => isOwner(leaf, leaf.value),
    'assignee.name': (leaf) => isNamed(postOf(leaf)?.owner_ref, leaf.value),
    labels: (leaf) =>
      String(leaf.value)
        .split(/[,;|]/)
        .every((name) => isTag(leaf, name)),
    'labels[]': (leaf) => isTag(leaf, leaf.value),
    'labels[].name': (leaf) => isTag(leaf, leaf.value),
    'labels[].color': hasColor,
    created_at: moment('created_at'),
    updated_at: moment('updated_at'),
    'reactions.+1': votes,
    'reactions.total_count': (leaf) => {
      const all = holderOf(file, leaf)
      const kinds = Object.entries(all).filter(
        ([key]) => !/^(total_count|totalCount|url)$/.test(key),
      )
      const sum = kinds.reduce((before, [, one]) => before + (typeof one === 'number' ? one : 0), 0)
      // The sum of what is counted by kind says nothing more.
      return sum === leaf.value || votes(leaf)
    },
    'reactions.url': address,
    reactions: votes,
    'reactionGroups[].content': (leaf) => leaf.value === 'THUMBS_UP' && isHere(leaf),
    'reactionGroups[].users.totalCount': (leaf) => contentOf(leaf) === 'THUMBS_UP' && votes(leaf),
    'comments[].id': (leaf) =>
      commentsOf(leaf).some(({ external_ref }) =>
        external_ref.endsWith(`/comment/${normalize(leaf.value)}`),
      ),
    'comments[].body': (leaf) => commentsOf(leaf).some(({ body }) => same(body, leaf.value)),
    'comments[].user.login': (leaf) => commentAuthors(leaf).some((ref) => isUser(ref, leaf.value)),
    'comments[].user': (leaf) => commentAuthors(leaf).some((ref) => isUser(ref, leaf.value)),
    'comments[].user.name': (leaf) => commentAuthors(leaf).some((ref) => isNamed(ref, leaf.value)),
    'comments[].user.type': (leaf) =>
      commentAuthors(leaf).some((ref) => isType(leaf.value, isBot(ref))),
    'comments[].author_association': (leaf) =>
      /^(?:MEMBER|OWNER)$/.test(String(leaf.value))
        ? isMember(leaf)
        : /^(?:COLLABORATOR|CONTRIBUTOR|FIRST_TIMER|FIRST_TIME_CONTRIBUTOR|MANNEQUIN|NONE)$/.test(
            String(leaf.value),
          ),
    'comments[].created_at': commentMoment('created_at'),
    'comments[].updated_at': commentMoment('updated_at'),
  }
  const aliases: Readonly<Record<string, string>> = {
    author: 'user',
    authorAssociation: 'author_association',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    stateReason: 'state_reason',
  }
  const toRest = (path: string) =>
    path
      .replaceAll(
        /\b(?:author|authorAssociation|createdAt|updatedAt|stateReason)\b/g,
        (key) => aliases[key] ?? key,
      )
      .replaceAll(/\.(?:nodes|edges)\[\](?:\.node\b)?/g, '[]')
  const inIssue = ({ path, place }: Leaf) => {
    const issue = issueOf({ path, place, above: [], value: true })
    if (!issue) return undefined
    const depth = issue.place.replaceAll(/\[\d+\]/g, '[]').length
    return path.slice(depth).replace(/^\./, '')
  }
  const count = isObject(file) && Array.isArray(file['issues'])
  return {
    isPlanned: (leaf) => {
      const own = inIssue(leaf)
      if (own !== undefined) return rules[toRest(own)]?.(leaf) === true
      if (count && /^(?:repo|repository)$/.test(leaf.path))
        return plan.posts.some(({ external_ref }) =>
          external_ref.startsWith(`github:${leaf.value}#`),
        )
      if (leaf.path === 'labels[]' || leaf.path === 'labels[].name')
        return plan.tags.some(({ name }) =>
          same(name.toLowerCase(), normalize(leaf.value).toLowerCase()),
        )
      if (leaf.path === 'labels[].color') return hasColor(leaf)
      // What a page says of itself.
      return /(?:^|\.)(?:total_count|totalCount|issueCount)$/.test(leaf.path)
        ? typeof leaf.value === 'number'
        : /(?:^|\.)incomplete_results$/.test(leaf.path)
          ? leaf.value === true
          : /(?:^|\.)(?:pageInfo\.\w+|cursor|__typename)$/.test(leaf.path)
    },
    reportPaths: (path) => {
      const issues = path.replace(
        /^(?:(?:data|organization|viewer|repository|search|items|nodes|edges|node|issues|issue)(?!\w)|\[\]|\.)+/,
        'issues[]',
      )
      const own = issues.replace(/^issues\[\](?=[^.[])/, 'issues[].')
      const rest = toRest(own)
      return [...new Set([path, own, rest, own.replaceAll('.author', '.user')])]
    },
    aliases: (leaf) => {
      const issue = issueOf(leaf)
      if (!issue) {
        const [pull] = /^pulls\[\d+\]/.exec(leaf.place) ?? []
        return pull === undefined ? [] : [{ path: 'skipped: pull requests', unit: pull }]
      }
      const own = leaf.place.slice(issue.place.length).replace(/^\./, '')
      const isPull =
        isObject(issue.value['pull_request']) ||
        /\/pull\/\d+$/.test(String(issue.value['html_url'] ?? issue.value['url']))
      if (isPull) return [{ path: 'skipped: pull requests', unit: issue.place }]
      const lines: { path: string; unit: string }[] = []
      if (/\b(?:user|author|assignee|assignees\[\d+\])\.name$/.test(own))
        lines.push(...['users', 'members'].map((path) => ({ path, unit: leaf.place })))
      const [comment] = /^comments(?:\.nodes|\.edges)?\[\d+\](?:\.node)?/.exec(own) ?? []
      const unit = `${issue.place}.${comment}`
      const value = comment === undefined ? undefined : valueAt(file, unit)
      if (isObject(value) && isHidden(value)) lines.push({ path: 'skipped: hidden comments', unit })
      const [, list, key] = /(?:^|\.)(reactions|reactionGroups)\b(?:\.([^.[\]]+))?/.exec(own) ?? []
      const [group] =
        /^.*\b(?:reactions(?:\.nodes)?|reactionGroups)(?:\[\d+\]|\.[^.[\]]+)?/.exec(leaf.place) ??
        []
      const kind = list === 'reactions' ? key : contentOf(leaf)
      if (comment !== undefined && list !== undefined)
        lines.push({ path: 'issues[].comments[].reactions', unit: group ?? '' })
      else if (typeof kind === 'string')
        lines.push({ path: `issues[].reactions.${kind.toLowerCase()}`, unit: group ?? '' })
      if (list !== undefined)
        lines.push({ path: 'skipped: reactions that cannot be read', unit: group ?? '' })
      if (!plan.posts.some(({ path }) => path === (issue.place || 'the issue')))
        lines.push({ path: 'duplicate issue, the first one is used', unit: issue.place })
      return lines
    },
  }
}

const isHidden = (comment: JsonObject) => {
  const state = comment['isMinimized'] ?? comment['is_minimized']
  const reason = comment['minimizedReason'] ?? comment['minimized_reason']
  return typeof state === 'boolean' ? state : typeof reason === 'string' && reason !== ''
}

/** Where each path of a list of releases is in its plan. */
export function releaseRules(file: Json, plan: ChangelogPlan): LeafRules {
  const entryOf = ({ place }: Leaf) =>
    plan.entries.find(({ path }) =>
      path === 'the file' ? isObject(file) : place.startsWith(`${path}.`),
    )
  const rules: Readonly<Record<string, Rule>> = {
    tag_name: (leaf) => entryOf(leaf)?.external_ref.endsWith(`@${normalize(leaf.value)}`) === true,
    name: (leaf) => same(entryOf(leaf)?.title, leaf.value),
    body: (leaf) => same(withoutHidden(entryOf(leaf)?.body), withoutHidden(leaf.value)),
    published_at: (leaf) => {
      const entry = entryOf(leaf)
      const isDraft = ['draft', 'isDraft'].some((key) => holderOf(file, leaf)[key] === true)
      return !isDraft && entry !== undefined && entry.publish_at === toInstant(leaf.value)
    },
    prerelease: (leaf) =>
      leaf.value === true && entryOf(leaf)?.labels.includes('Pre-release') === true,
    draft: (leaf) => leaf.value === true && entryOf(leaf)?.publish_at === null,
    html_url: (leaf) => entryOf(leaf) !== undefined && /^https?:/.test(String(leaf.value)),
    url: (leaf) => entryOf(leaf) !== undefined && /^https?:/.test(String(leaf.value)),
  }
  const rest: Readonly<Record<string, string>> = {
    tagName: 'tag_name',
    description: 'body',
    publishedAt: 'published_at',
    isPrerelease: 'prerelease',
    isDraft: 'draft',
  }
  return {
    isPlanned: (leaf) => {
      const own = /[^.[\]]+$/.exec(leaf.path)?.[0] ?? ''
      return /\[\]\.?\w+$|^\w+$/.test(leaf.path) && rules[rest[own] ?? own]?.(leaf) === true
    },
    reportPaths: (path) => {
      const own = path.replace(/^(?:\[\])+/, 'releases[]')
      return [own, own.replace(/\.(\w+)$/, (_all, key: string) => `.${rest[key] ?? key}`)]
    },
  }
}

const withoutHidden = (text: unknown) =>
  String(text)
    .replace(/<!--[^]*?-->/g, '')
    .replace(/<a (?:name|id)="[^"]*">\s*<\/a>/g, '')
