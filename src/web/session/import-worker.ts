interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string }
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/** Of the built dashboard, and of the development server. */
const workerPath = /^\/(assets|src\/web\/[a-z-]+\/[a-z-]+)\/[a-z-]+-worker[\w.-]*\.(js|ts)$/

/** Starts the worker of an import at the address that `?worker&url` gives it. */
export const createWorker = (url: string): Worker =>
  new Worker(toScriptUrl(url), { type: 'module' })

/** The address as Trusted Types require it; `security-headers.ts` names the policy. */
function toScriptUrl(url: string): string {
  // Not in every browser, and not in the types of TypeScript.
  const trustedTypes = Reflect.get(globalThis, 'trustedTypes') as TrustedTypes | undefined
  policy ??= trustedTypes?.createPolicy('import-worker', {
    createScriptURL: (candidate) => {
      const { origin, pathname } = new URL(candidate, location.href)
      if (origin === location.origin && workerPath.test(pathname)) return candidate
      throw new TypeError('Not the address of an import worker.')
    },
  })
  return policy ? policy.createScriptURL(url) : url
}
