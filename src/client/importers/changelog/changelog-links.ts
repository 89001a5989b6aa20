import type { MarkdownLine } from '#client/importers/formats/markdown.ts'

export interface LinkDefinition {
  readonly label: string
  readonly target: string
  readonly text: string
}

const definition = /^ {0,3}\[([^\]]+)\]:\s*(<[^>]*>|\S+)(?:\s.*)?$/

/** `[1.2.0]: https://…`, which may stand anywhere in the file and serves all of it. */
export function definitionOf({ text, code }: MarkdownLine): LinkDefinition | undefined {
  const [, label, target] = (code ? null : definition.exec(text)) ?? []
  if (label === undefined || target === undefined) return undefined
  return { label: label.toLowerCase().replace(/\s+/g, ' '), target, text: text.trim() }
}

/** The text with the definitions it refers to after it, since each entry is read by itself. */
export function withDefinitions(
  body: string,
  definitions: readonly LinkDefinition[],
): { readonly body: string; readonly used: readonly LinkDefinition[] } {
  const refers = body.toLowerCase().replace(/\s+/g, ' ')
  const used = definitions.filter(({ label }) => refers.includes(`[${label}]`))
  const carried = used.map(({ text }) => text).join('\n')
  return { body: [body, carried].filter((part) => part !== '').join('\n\n'), used }
}

const repository =
  /^<?https?:\/\/[^/]+\/([^/\s]+\/[^/\s]+?)\/(?:-\/)?(?:compare|releases|tree|commits?|tags?)\//

/** The one repository that the versions link to, if they do. */
export function repositoryOf(targets: readonly string[]): string | undefined {
  const named = new Set(targets.flatMap((target) => repository.exec(target)?.[1] ?? []))
  return named.size === 1 ? [...named][0] : undefined
}
