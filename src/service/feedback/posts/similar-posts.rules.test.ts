import { expect, test } from 'vitest'

import { searchWords, stemOf } from '#service/search-text.rules.ts'
import {
  MAX_POSTS_OF_TERM,
  chooseCandidates,
  findMatches,
  formGroups,
  isOneTypo,
  nearOf,
  rankPosts,
  readTerms,
  withForms,
  withStems,
  wordsFilterOf,
} from './similar-posts.rules.ts'

interface Written {
  readonly title: string
  readonly details?: string
}

/** As the database does it: which posts have which words. Returns the titles, the most similar first. */
function similarTo(text: string, posts: readonly Written[]): string[] {
  const wordsOf = posts.map(({ title, details = '' }) => searchWords(`${title}\n${details}`))
  const all = [...new Set(wordsOf.flat())].map((word) => ({ word, stem: stemOf(word) }))
  const typed = readTerms(text)
  const known = new Set(all.map(({ stem }) => stem))
  const { near, prefix } = wordsFilterOf(typed, known)
  const others = all.filter(
    ({ word }) =>
      (prefix !== null && word.startsWith(prefix)) ||
      nearOf(word).some((one) => near.includes(one)),
  )
  const stemmed = withStems(typed, known, others)
  const terms = withForms(stemmed, all).map((term) => {
    const has = (words: readonly string[]) => words.some((word) => term.forms.has(word))
    return {
      ...term,
      posts: posts.flatMap(({ title }, at) =>
        has(wordsOf[at] ?? []) ? [{ id: title, title }] : [],
      ),
    }
  })
  const groups = formGroups(terms)
  const candidates = posts.map(({ title }, at) => ({
    id: title,
    title,
    votes_total: 0,
    found: groups.flatMap(({ query }, place) =>
      wordsOf[at]?.some((word) => query.includes(`'${word}'`)) ? [place] : [],
    ),
  }))
  return rankPosts(terms, posts.length, candidates).map(({ title }) => title)
}

// Of a coffee shop.
const shop: readonly Written[] = [
  { title: 'Every blend in one box', details: 'I cannot choose between them.' },
  { title: 'Let me pause my subscription', details: 'We are away from July to September.' },
  { title: 'Order history', details: 'Show the price that I paid then, and let me order again.' },
  { title: 'Refill pouches', details: 'A paper pouch instead of a new jar with each order.' },
  { title: 'Bigger text in the app' },
  { title: 'Export invoices as CSV', details: 'My accountant asks for them each month.' },
  { title: 'Dark mode' },
  { title: 'Dark mode for the calendar, the app and every mail' },
  { title: 'Search by roaster', details: 'The search finds blends only.' },
  { title: 'Free shipping from 40 euros' },
  { title: 'Shipping to Norway', details: 'Free or not.' },
  { title: 'Benachrichtigung, wenn die Röstung fertig ist' },
]

test.each([
  ['all blends', 'Every blend in one box'],
  ['pausing subscriptions', 'Let me pause my subscription'],
  ['subscripton', 'Let me pause my subscription'],
  ['subscirption', 'Let me pause my subscription'],
  ['xubscription', 'Let me pause my subscription'],
  ['subs', 'Let me pause my subscription'],
  ['refilled pouch', 'Refill pouches'],
  ['download an invoice', 'Export invoices as CSV'],
  ['exporting as csv', 'Export invoices as CSV'],
  ['ordering: see the history of orders', 'Order history'],
  ['dark mode', 'Dark mode'],
  ['a darker calendar', 'Dark mode for the calendar, the app and every mail'],
  ['find roasters', 'Search by roaster'],
  ['does shipping cost something in Norway?', 'Shipping to Norway'],
  ['benachrichtigung rostung', 'Benachrichtigung, wenn die Röstung fertig ist'],
  ['40 pouches', 'Refill pouches'],
  ['BIGGER TEXTS', 'Bigger text in the app'],
])('the post most like "%s" is "%s"', (text, title) => {
  expect(similarTo(text, shop)[0]).toBe(title)
})

test.each([
  'gift cards',
  'how do I',
  '50',
  'a',
  '!!!',
  'the app is slow on my old tablet at home',
  'lighter bags',
])('no post is like "%s"', (text) => expect(similarTo(text, shop)).toEqual([]))

test('a rare word counts more than a common one, a title more than details', () => {
  const common = Array.from({ length: 8 }, (_, index) => ({ title: `Login problem ${index}` }))
  const posts = [...common, { title: 'Passkeys' }, { title: 'Other', details: 'Passkeys' }]
  expect(similarTo('login passkeys', posts).slice(0, 2)).toEqual(['Passkeys', 'Login problem 7'])
})

test('a word that posts have is not taken for a typo of a short one', () => {
  const posts = [{ title: 'Night mode' }, { title: 'Light roast' }]
  expect(similarTo('light', posts)).toEqual(['Light roast'])
  expect(similarTo('lighr', posts)).toEqual(['Light roast'])
})

test.each([
  ['subscripton', 'subscription', true],
  ['subscriptiion', 'subscription', true],
  ['subscriptoin', 'subscription', true],
  ['subscriptien', 'subscription', true],
  ['subscription', 'subscription', true],
  ['subscrpton', 'subscription', false],
  ['card', 'crda', false],
  ['🙂abc', '😀abc', true],
])('one typo between %s and %s: %s', (typed, word, expected) => {
  expect(isOneTypo(typed, word)).toBe(expected)
  const isNear = nearOf(typed).some((one) => nearOf(word).includes(one))
  if (expected && /^\p{L}+$/u.test(typed)) expect(isNear).toBe(true)
})

test('of a long text the first words are searched, each in one form', () => {
  const long = Array.from({ length: 3_000 }, (_, index) => `word${index}s`).join(' ')
  expect(readTerms(long)).toHaveLength(16)
  expect(readTerms('Exports exporting the exported').map(({ word }) => word)).toEqual(['exports'])
  expect(readTerms('write a tes').map(({ isLast }) => isLast)).toEqual([false, true])
  expect(readTerms('write a tes ').map(({ isLast }) => isLast)).toEqual([false, false])
})

const foundTerm = (word: string, posts: readonly { id: string; title: string }[]) => ({
  word,
  stem: word,
  isLast: false,
  forms: new Map([[word, 1]]),
  posts,
})
const postsWith = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `pst_${index}`, title: `Other ${index}` }))

test('posts with common words are compared when they have two of them', () => {
  const common = ['export', 'order', 'csv'].map((word) =>
    foundTerm(word, postsWith(MAX_POSTS_OF_TERM)),
  )
  const rare = foundTerm('passkey', [{ id: 'pst_rare', title: 'Passkey' }])
  expect(chooseCandidates([...common, rare], 1_000)).toEqual({
    ids: ['pst_rare'],
    query: "(('export') & ('order')) | (('export') & ('csv')) | (('order') & ('csv'))",
    common: ['export', 'order', 'csv'],
  })
  expect(chooseCandidates(common.slice(0, 1), 1_000)).toEqual({
    ids: [],
    query: "('export')",
    common: ['export'],
  })
  expect(chooseCandidates([foundTerm('nowhere', [])], 1_000)).toEqual({
    ids: [],
    query: null,
    common: [],
  })
})

test('a post with the word in its title is compared before others', () => {
  const posts = [...postsWith(150), { id: 'last', title: 'Export' }]
  expect(chooseCandidates([foundTerm('export', posts)], 1_000).ids[0]).toBe('last')
})

test('a typo in details counts less than the word itself', () => {
  const posts = [
    { title: 'Zoo', details: 'a message' },
    { title: 'Two', details: 'a massage' },
    ...Array.from({ length: 9 }, (_, index) => ({ title: `Tea ${index}` })),
  ]
  expect(similarTo('massage', posts)[0]).toBe('Two')
})

test('words that no post has hide no post with the other word', () => {
  const posts = [
    { title: 'Zapier' },
    ...Array.from({ length: 40 }, (_, index) => ({ title: `Tea ${index}` })),
  ]
  expect(similarTo('Zapier webhook integration broken since yesterday', posts)).toEqual(['Zapier'])
})

test.each([
  ['Rechnung', 'Rechnungen herunterladen', 'Rechnung per Post'],
  ['auto', 'Automation of mails', 'Auto'],
  ['搜索', '搜索功能更好', '登录'],
  ['ค', 'ค้นหา', 'Other'],
])('"%s" is the beginning of "%s" also where "%s" is there', (text, title, other) => {
  expect(similarTo(text, [{ title }, { title: other }])).toContain(title)
})

test('a form of a stop word says as little as the stop word', () => {
  expect(readTerms('Allowed domains').map(({ word }) => word)).toEqual(['domains'])
})

test('a match is a word as the post has it, at most ten of them', () => {
  const terms = withForms(withStems(readTerms('rösten cafés'), new Set(), []), [])
  expect(findMatches(terms, 'Das Cafés, Rösten und RÖSTEN')).toEqual(['Cafés', 'Rösten'])
  const many = Array.from({ length: 12 }, (_, index) => `w${index}x`).join(' ')
  expect(findMatches(withForms(withStems(readTerms(many), new Set(), []), []), many)).toHaveLength(
    10,
  )
})
