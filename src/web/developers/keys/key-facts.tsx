import type { ReactNode } from 'react'

import type { ApiKey } from '#client/resources.ts'
import { keyCommands } from '#web/messages/en/key-commands.ts'
import { keyFactsText as text, keysText } from '#web/messages/en/keys.ts'
import { useMe } from '#web/session/use-capabilities.ts'
import { useConnection } from '#web/session/use-connection.ts'
import { CopyableCommand } from '#web/ui/copyable.tsx'
import { useDateSettings } from '#web/ui/format.ts'
import { ReadOnlyHint } from '#web/ui/page-states.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Denial } from './admin-access.tsx'
import { Day } from './key-columns.tsx'
import { accessOf, formatKey } from './keys.rules.ts'

/** What is known of the key in use, and how keys are created on the server. */
export function KeyFacts({ denial }: { denial: Denial }) {
  const { read_only } = useConnection()
  const isMode = denial === 'readOnly' && read_only === true
  return (
    <div
      data-state={denial === 'unsupported' ? 'missing' : 'ready'}
      className="grid max-w-2xl grid-cols-1 gap-7 pb-6"
    >
      <ReadOnlyHint>{text[isMode ? 'readOnlyMode' : denial]}</ReadOnlyHint>
      <Section title={text.title}>
        <Facts />
      </Section>
      <Section title={text.create}>
        <p className="text-ink-2">{text.createDescription}</p>
        <CopyableCommand>{keyCommands.read}</CopyableCommand>
        <p className="text-ink-2">{text.admin}</p>
        <CopyableCommand>{keyCommands.admin}</CopyableCommand>
      </Section>
    </div>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid grid-cols-1 justify-items-start gap-3">
    <h2 className="text-section">{title}</h2>
    {children}
  </section>
)

/** A server with the public API alone says nothing about the key; the connection knows its end, and maybe its scope. */
function Facts() {
  useDateSettings()
  const { last4, scope, key_name, admin } = useConnection()
  const known: Partial<ApiKey> = useMe()?.key ?? {}
  const key = { scope, admin, last4, ...known }
  const name = key.name ?? key_name
  const access = accessOf(key)
  const { member, expires_at, created_at, last_used_at } = key
  return (
    <dl
      data-surface
      className="grid w-full grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2.5 rounded-card border border-line bg-surface px-4 py-3.5"
    >
      {name !== undefined && <Fact label={text.facts.name}>{name}</Fact>}
      <Fact label={text.facts.key}>
        <code translate="no" dir="ltr" className="font-mono text-code">
          {formatKey(key)}
        </code>
      </Fact>
      <Fact label={text.facts.access}>{access ? keysText.access[access] : text.unknownAccess}</Fact>
      {member && <Fact label={text.facts.member}>{member.name}</Fact>}
      {expires_at !== undefined && (
        <Fact label={text.facts.expires}>
          {expires_at === null ? keysText.noExpiry : <Day at={expires_at} />}
        </Fact>
      )}
      {created_at !== undefined && (
        <Fact label={text.facts.created}>
          <Day at={created_at} />
        </Fact>
      )}
      {last_used_at && (
        <Fact label={text.facts.lastUsed}>
          <RelativeTime at={last_used_at} />
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
)
