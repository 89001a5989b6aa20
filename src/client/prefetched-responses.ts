import type { Request } from './build-request.ts'

/** What the page's inline script asked for while the code was still on its way, by path below the service address. */
export interface PrefetchedResponses {
  readonly base_url: string
  readonly key: string
  readonly answers: Record<string, Promise<Response>>
}

// An answer nobody wanted for this long is no longer news.
const FRESH = 15_000

/** Hands out each early answer once, to its own key only, and forgets the rest at the first change or after a while. */
export function createPrefetchedResponses(
  first: PrefetchedResponses | undefined,
  base_url: string,
  key: string,
) {
  const until = Date.now() + FRESH
  let answers = first?.base_url === base_url && first.key === key ? first.answers : undefined

  return ({ method, path }: Request): Promise<Response> | undefined => {
    if (!answers) return undefined
    if (method !== 'GET' || Date.now() > until) {
      for (const unused of Object.keys(answers)) delete answers[unused]
      answers = undefined
      return undefined
    }
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined
    delete answers[path]
    return answer
  }
}
