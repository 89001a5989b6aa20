import { foldCase, searchWords, stemOf } from '#service/search-text.rules.ts'

// In too many posts to say what one is about. Of German and French only what is no English word.
const stopStems = new Set(
  [
    'a,about,add,after,again,all,allow,also,always,am,an,and,another,any,are,as,at,be,because,been,before,being,but,by,can',
    'cannot,could,did,do,does,doing,don,down,during,each,either,every,few,for,from,get,gets,give,go,had,has,have,having,he',
    'her,here,his,how,i,if,in,instead,into,is,isn,it,its,just,let,like,ll,make,makes,many,may,me,might,more,most,much,must',
    'my,need,needs,no,nor,not,now,of,off,on,once,one,only,or,other,our,out,over,own,please,re,same,she,should,so,some,such',
    't,than,that,the,their,them,then,there,these,they,this,those,through,to,too,under,until,up,us,use,used,using,ve,very',
    'want,wants,was,wasn,way,we,were,what,when,where,which,while,who,why,will,with,without,would,you,your,yours',
    'der,das,und,ist,ein,eine,einen,ich,nicht,mit,auf,zu,den,dem,im,von,fur,wir,es,auch,bei,als',
    'le,la,les,des,du,un,une,et,est,je,que,pour,dans,pas,en,sur,nous,il',
  ].flatMap((words) => words.split(',').map(stemOf)),
)

/** More words of a text say hardly more of it. */
const MAX_TERMS = 16
const MAX_FORMS = 30
/** Words in details, where a post has many more of them than in its title. */
const DETAILS = 0.4
/** The rarest words, of which a part must be found. */
const RAREST = 8
const MIN_COVERAGE = 0.25
const MAX_CANDIDATES = 100
const MAX_PAIRED = 4
/** A word of more posts is too common to look at each of them. */
export const MAX_POSTS_OF_TERM = 200

/** A word of the text for which posts are searched. */
export interface Term {
  readonly word: string
  readonly stem: string
  /** Ends the text, so that its end may still be missing. */
  readonly isLast: boolean
}

/** The distinct words of a text that say something of it, without those of the same stem. */
export function readTerms(text: string): Term[] {
  const words = searchWords(text)
  const end = /[\p{L}\p{N}]+$/u.exec(foldCase(text))?.[0]
  const terms = new Map<string, Term>()
  for (const word of words) {
    const stem = stemOf(word)
    if (stopStems.has(stem) || /^[a-z\d]$/.test(word)) continue
    if (!terms.has(stem)) terms.set(stem, { word, stem, isLast: word === end })
    if (terms.size === MAX_TERMS) break
  }
  return [...terms.values()]
}

/** In short words and numbers, one letter is the difference between two words. */
const mayHaveTypo = (word: string): boolean => /^\P{N}{4,24}$/u.test(word)

/** The word and what is left of it without any one letter: words with one of them in common differ by few letters. */
export function nearOf(word: string): string[] {
  if (!mayHaveTypo(word)) return []
  const letters = [...word]
  return [word, ...letters.map((_, place) => letters.toSpliced(place, 1).join(''))]
}

/** One letter is missing, too many or another, or two neighbors have changed places. */
export function isOneTypo(typed: string, word: string): boolean {
  const [a, b] = [[...typed], [...word]]
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [left, right] = [a.length - start - end, b.length - start - end]
  const isSwap = left === 2 && right === 2 && a[start] === b[start + 1] && a[start + 1] === b[start]
  return isSwap || Math.max(left, right) <= 1
}

export interface Word {
  readonly word: string
  readonly stem: string
}

/** What words that may be meant have in common with those of the text. */
export interface WordsFilter {
  readonly near: readonly string[]
  /** The beginning of a word. */
  readonly prefix: string | null
}

/** A word that posts have is looked for as a typo only where it is long. */
const mayBeTypo = (term: Term, isKnown: boolean): boolean =>
  mayHaveTypo(term.word) && (!isKnown || term.word.length >= 7)

/** Where words are not set apart by spaces, as in Chinese, what is typed is the beginning of a longer one. */
const isLatin = (word: string): boolean => /^[\p{Script=Latin}\p{N}]+$/u.test(word)

const isUnfinished = (term: Term): boolean =>
  term.isLast && (term.word.length > 2 || !isLatin(term.word))

/** The words to look for beside those with the same stems. Of `known` stems, a living post has a word. */
export function wordsFilterOf(terms: readonly Term[], known: ReadonlySet<string>): WordsFilter {
  const typos = terms.filter((term) => mayBeTypo(term, known.has(term.stem)))
  const unfinished = terms.find(isUnfinished)
  return {
    near: [...new Set(typos.flatMap(({ word }) => nearOf(word)))],
    prefix: unfinished?.word ?? null,
  }
}

/** A term with the stems that count as it, each with how much it counts. */
interface StemmedTerm extends Term {
  readonly stems: ReadonlyMap<string, number>
}

/** `near` are the words that `wordsFilterOf` found. */
export function withStems(
  terms: readonly Term[],
  known: ReadonlySet<string>,
  near: readonly Word[],
): StemmedTerm[] {
  const own = new Set(terms.map(({ stem }) => stem))
  const others = near.filter(({ stem }) => !own.has(stem) && !stopStems.has(stem))
  return terms.map((term) => {
    const isKnown = known.has(term.stem)
    const stems = new Map([[term.stem, 1]])
    for (const { word, stem } of others) {
      const weight = Math.max(nearWeight(term, word, isKnown), stems.get(stem) ?? 0)
      if (weight > 0) stems.set(stem, weight)
    }
    return { ...term, stems }
  })
}

function nearWeight(term: Term, word: string, isKnown: boolean): number {
  if (mayBeTypo(term, isKnown) && isOneTypo(term.word, word)) {
    if (!isKnown) return 0.7
    // "Massage" may be a typo of "message", but "light" none of "night".
    if (term.word[0] === word[0]) return 0.4
  }
  if (!isUnfinished(term) || !word.startsWith(term.word)) return 0
  return isKnown ? 0.3 : 0.6
}

/** A term with the words of posts that count as it, each with how much it counts. */
interface SearchTerm extends Term {
  readonly forms: ReadonlyMap<string, number>
}

export const withForms = (terms: readonly StemmedTerm[], words: readonly Word[]): SearchTerm[] =>
  terms.map(({ stems, ...term }) => {
    const forms = words.flatMap(({ word, stem }) => {
      const weight = stems.get(stem)
      return weight === undefined ? [] : [[word, weight] as const]
    })
    // The best first, and the word as it is typed also where no post has it.
    const best = forms.toSorted(([, a], [, b]) => b - a).slice(0, MAX_FORMS)
    return { ...term, forms: new Map([...best, [term.word, 1]]) }
  })

const queryOf = (words: readonly string[]): string =>
  `(${words.map((word) => `'${word}'`).join(' | ')})`

/** The posts with any form of a term. The words hold letters and digits only. */
export const termQuery = ({ forms }: SearchTerm): string => queryOf([...forms.keys()])

/** Forms of a term that count alike. */
interface FormGroup {
  /** Of the term. */
  readonly place: number
  readonly weight: number
  readonly query: string
}

/** Which words of a post were found is known by group: a typo in details counts less than the word itself. */
export const formGroups = (terms: readonly SearchTerm[]): FormGroup[] =>
  terms.flatMap(({ forms }, place) => {
    const weights = [...new Set(forms.values())]
    return weights.map((weight) => {
      const words = [...forms].filter(([, other]) => other === weight).map(([word]) => word)
      return { place, weight, query: queryOf(words) }
    })
  })

interface TitledPost {
  readonly id: string
  readonly title: string
}

/** A term with posts that have it: all of them, or as many as `MAX_POSTS_OF_TERM`. */
export interface FoundTerm extends SearchTerm {
  readonly posts: readonly TitledPost[]
}

export interface Candidates {
  /** Posts with words that few have, those with the most weight first. */
  readonly ids: readonly string[]
  /** Finds posts that have several of the words that many have; null where there are no such words. */
  readonly query: string | null
  /** The words that many have: posts with one in the title come before others that `query` finds. */
  readonly common: readonly string[]
}

/** The posts to compare, of which there are few enough whatever the words are. */
export function chooseCandidates(terms: readonly FoundTerm[], total: number): Candidates {
  const found = terms
    .filter(({ posts }) => posts.length > 0)
    .toSorted((a, b) => a.posts.length - b.posts.length)
  const weights = new Map<string, number>()
  for (const term of found.filter(isRare))
    for (const { id, title } of term.posts) {
      const part = Math.max(DETAILS, bestForm(term, searchWords(title)))
      weights.set(id, (weights.get(id) ?? 0) + part * termWeight(term, total))
    }
  const ids = [...weights]
    .toSorted(([a, weightA], [b, weightB]) => weightB - weightA || (a < b ? 1 : -1))
    .map(([id]) => id)
  const few = found.filter((term) => !isRare(term)).slice(0, MAX_PAIRED)
  const common = few.map(termQuery)
  const pairs = common.flatMap((one, index) =>
    common.slice(index + 1).map((other) => `(${one} & ${other})`),
  )
  const query = pairs.length > 0 ? pairs.join(' | ') : ids.length > 0 ? undefined : common[0]
  return {
    ids: ids.slice(0, MAX_CANDIDATES),
    query: query ?? null,
    common: few.flatMap(({ forms }) => [...forms.keys()]),
  }
}

export const isRare = ({ posts }: FoundTerm): boolean => posts.length < MAX_POSTS_OF_TERM

const bestForm = ({ forms }: SearchTerm, words: readonly string[]): number =>
  Math.max(0, ...words.map((word) => forms.get(word) ?? 0))

/** How much a term says: a rare one more than a common one, a number or a very short word less than others. */
function termWeight({ word, posts }: FoundTerm, total: number): number {
  const kind = /^\p{N}+$/u.test(word) ? 0.3 : word.length < 3 && isLatin(word) ? 0.5 : 1
  // What no post has says no more than what one has.
  return kind * Math.log(1 + total / Math.max(posts.length, 1))
}

export interface Candidate extends TitledPost {
  readonly votes_total: number
  /** Places of the groups of forms that the post has. */
  readonly found: readonly number[]
}

/** Words that no post has may be names of something new, or typos; more of them raise the bar no further. */
const MAX_UNKNOWN = 2

/** The posts that have enough of the terms, the most similar first: words of the title count more than those of the details. */
export function rankPosts(
  terms: readonly FoundTerm[],
  total: number,
  candidates: readonly Candidate[],
): Candidate[] {
  const groups = formGroups(terms)
  const weights = terms.map((term) => termWeight(term, total))
  const ofFound = weights.filter((_, place) => terms[place]?.posts.length)
  const ofUnknown = weights.filter((_, place) => !terms[place]?.posts.length)
  const rarest = [...ofFound, ...ofUnknown.toSorted((a, b) => b - a).slice(0, MAX_UNKNOWN)]
    .toSorted((a, b) => b - a)
    .slice(0, RAREST)
  const least = MIN_COVERAGE * rarest.reduce((sum, weight) => sum + weight, 0)
  const scored = candidates.map((candidate) => {
    const title = searchWords(candidate.title)
    const found = candidate.found.flatMap((at) => groups[at] ?? [])
    const score = terms.reduce((sum, term, place) => {
      const forms = found.filter((group) => group.place === place).map(({ weight }) => weight)
      const part = Math.max(bestForm(term, title), DETAILS * Math.max(0, ...forms))
      return sum + (weights[place] ?? 0) * part
    }, 0)
    return { candidate, score, length: title.length }
  })
  return scored
    .filter(({ score }) => score > 0 && score >= least)
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        a.length - b.length ||
        b.candidate.votes_total - a.candidate.votes_total ||
        (a.candidate.id < b.candidate.id ? 1 : -1),
    )
    .map(({ candidate }) => candidate)
}

const MAX_MATCHES = 10
/** Of long details, the beginning. */
const MAX_MATCHED_TEXT = 10_000

/** The words of a text that count as one of the terms, as the text has them. */
export function findMatches(terms: readonly SearchTerm[], text: string): string[] {
  const forms = new Set(terms.flatMap((term) => [...term.forms.keys()]))
  const matches = new Map<string, string>()
  for (const [written] of text.slice(0, MAX_MATCHED_TEXT).matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const word = foldCase(written)
    if (forms.has(word) && !matches.has(word)) matches.set(word, written)
    if (matches.size === MAX_MATCHES) break
  }
  return [...matches.values()]
}
