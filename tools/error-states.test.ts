import { expect, test } from 'vitest'

import { type FileMap, isTest, readFiles } from './import-graph.ts'

// The browser tests of G11 prove every fault on two pages. That is enough for the others because what a page shows instead
// of its content depends on the `ApiError` alone: one component draws it, and pages ask only whether the item is missing.

/** Components with an error state of their own, each with its reason. */
const ownErrorStates: Readonly<Record<string, string>> = {
  'src/web/app/error-page.tsx': 'code that threw or could not be loaded; there is no `ApiError`',
  'src/web/email/campaigns/compare-table.tsx': 'one column of a table; the others are there',
  'src/web/overview/overview-panel.tsx': 'the panel has a heading already',
}

const unknownFilter = 'a filter of the address that the server does not know finds nothing'
const ownRevocation = 'the key in use was revoked, although its answer was lost'
const rejectedForm = 'a form that was rejected shows which field, or whose data it met'
/** What components read of an error besides a missing item and a version conflict, each with its reason. */
const ownBranches: Readonly<Record<string, string>> = {
  'src/web/connections/api-key-field.tsx: code': 'the result of checking a key, with details',
  'src/web/connections/api-key-field.tsx: request_id': 'the result of checking a key, with details',
  'src/web/developers/keys/revoke-key-dialog.tsx: code': ownRevocation,
  'src/web/developers/keys/revoke-key-dialog.tsx: isOutcomeUnknown': ownRevocation,
  'src/web/developers/reference/try-it.tsx: code':
    'a response that is shown as a program would get it',
  'src/web/developers/reference/try-it.tsx: code redirected':
    'a response that is shown as a program would get it',
  'src/web/developers/reference/try-it.tsx: request_id':
    'a response that is shown as a program would get it',
  'src/web/email/campaigns/use-campaign-list.tsx: code validation_error': unknownFilter,
  'src/web/email/contacts/contact-table.tsx: code validation_error': unknownFilter,
  'src/web/feedback/feedback-setup/delete-setup-dialog.tsx: details': rejectedForm,
  'src/web/feedback/feedback-setup/setup-dialogs.tsx: details': rejectedForm,
  'src/web/feedback/people/person-dialog.tsx: details': rejectedForm,
  'src/web/feedback/post/add-vote.tsx: details': rejectedForm,
  'src/web/shell/help-menu-items.tsx: code': 'the report for support',
  'src/web/shell/help-menu-items.tsx: request_id': 'the report for support',
  'src/web/shell/help-menu-items.tsx: status': 'the report for support',
  'src/web/tasks/board/card-tile.tsx: isGone': 'an optimistic change that was rejected',
}

const isComponent = (file: string) =>
  /^src\/web\/(app|shell|connections|overview|email|tasks|feedback|developers)\/.*\.tsx$/.test(
    file,
  ) && !isTest(file)

/** Files that draw `data-state="error"` themselves: as a text, or as a variable that may be `'error'`. */
function drawnErrorStates(files: FileMap): string[] {
  const draws = (text: string) =>
    /\bstate=("error"|\{[^}]*'error')/.test(text) ||
    [...text.matchAll(/\bdata-state=\{(\w+)\}/g)].some(([, name = '']) =>
      new RegExp(`\\b${name} =[^=][^;]*?[?:] 'error'`).test(text),
    )
  return [...files].filter(([file, text]) => isComponent(file) && draws(text)).map(([file]) => file)
}

/** `file: property` or `file: code value` of each read that tells one error from another. */
function errorBranches(files: FileMap): string[] {
  const read =
    /\b\w*[eE]rror\??\.(code|status|details|request_id|retry_after|is\w+)\b(?:\s*[!=]==\s*'(\w+)')?/g
  const destructured = /\{([^{}]*)\} = \w*\.?\w*[eE]rror\b/g
  const shared = /^code (not_found|precondition_failed)$/
  const branches = [...files]
    .filter(([file]) => isComponent(file))
    .flatMap(([file, text]) => {
      const reads = [...text.matchAll(read)].map(([, name, value]) => [name, value])
      const names = [...text.matchAll(destructured)].flatMap(([, list = '']) =>
        list.split(',').map((name) => [name.trim()]),
      )
      return [...reads, ...names]
        .map((parts) => parts.filter(Boolean).join(' '))
        .filter((branch) => !shared.test(branch))
        .map((branch) => `${file}: ${branch}`)
    })
  return [...new Set(branches)]
}

const tree = readFiles('src/web')

test('pages draw their error states with the shared component', () => {
  expect(drawnErrorStates(tree).toSorted()).toEqual(Object.keys(ownErrorStates).toSorted())
})

test('pages branch on nothing of an error but missing items and conflicts', () => {
  expect(errorBranches(tree).toSorted()).toEqual(Object.keys(ownBranches).toSorted())
})

// The same checks, each on planted violations.

const page = 'src/web/tasks/boards/boards-page.tsx'
const inPage = (text: string): FileMap => new Map([[page, text]])

test.each([
  '<PageState state="error" title={text.failed} />',
  '<div data-state="error">',
  "<div data-state={query.error ? 'error' : 'ready'}>",
  "const state = query.error ? 'error' : 'ready'\nreturn <div data-state={state}>",
])('the check of error states reports %j', (text) => {
  expect(drawnErrorStates(inPage(text))).toEqual([page])
})

test.each([
  '<ErrorState title={text.failed} error={boards.error} onRetry={retry} />',
  '<PageState state="missing" title={text.missing} />',
  "if (result.state === 'error') return",
])('the check of error states accepts %j', (text) => {
  expect(drawnErrorStates(inPage(text))).toEqual([])
})

test.each([
  ['boards.error.status >= 500', 'status'],
  ["error?.code === 'rate_limited' && <Wait />", 'code rate_limited'],
  ["error.code !== 'unreachable'", 'code unreachable'],
  ["['conflict'].includes(loadError.code)", 'code'],
  ['query.error?.isTransient', 'isTransient'],
  ['const { code } = query.error', 'code'],
])('the check of branches reports %j', (text, branch) => {
  expect(errorBranches(inPage(text))).toEqual([`${page}: ${branch}`])
})

test.each([
  "boards.error?.code === 'not_found'",
  "error.code === 'precondition_failed'",
  'error.ts',
])('the check of branches accepts %j', (text) => {
  expect(errorBranches(inPage(text))).toEqual([])
})
