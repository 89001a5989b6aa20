import { signIn as said } from '#web/messages/en/sign-in.ts'

/** For who has no key: where the first one comes from, and a workspace to look around in where the server names one. */
export const FirstKey = ({ onDemo }: { onDemo: (() => void) | undefined }) => (
  <div className="text-center text-cell text-ink-3">
    <details className="inline open:block open:text-start">
      <summary className="inline list-none rounded-chip text-center">
        {said.noKey}{' '}
        <span className="font-semibold text-accent-ink hover:underline">{said.howTo}</span>
      </summary>
      <p className="mt-3 text-ink-2">{said.howToStart}</p>
      <code className="my-2 block rounded-control bg-sunken px-3 py-2 font-mono text-code text-ink">
        {said.howToCommand}
      </code>
    </details>
    {onDemo && (
      <>
        {said.or}{' '}
        <button
          type="button"
          onClick={onDemo}
          className="min-h-6 rounded-chip font-semibold text-accent-ink hover:underline pointer-coarse:min-h-11"
        >
          {said.tryDemo}
        </button>
      </>
    )}
  </div>
)
