/** The same for a tag in any case and composition. Zod-free. */
export const tagKey = (name: string): string => name.normalize('NFC').toLowerCase().normalize('NFC')

/** Names as one parameter: a comma within a name has a backslash before it, and so has a backslash. */
export const joinTags = (names: readonly string[]): string =>
  names.map((name) => name.replace(/[\\,]/g, String.raw`\$&`)).join()

export const splitTags = (text: string): string[] =>
  Array.from(text.matchAll(/(?:^|,)((?:\\[^]|[^\\,]|\\$)*)/g), ([, name = '']) =>
    name.replace(/\\([^])/g, '$1'),
  )

export const findTag = <Tag extends { readonly name: string }>(
  tags: readonly Tag[],
  name: string,
): Tag | undefined => {
  const key = tagKey(name)
  return tags.find((tag) => tagKey(tag.name) === key)
}
