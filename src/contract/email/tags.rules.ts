/** The same for a tag in any case and composition. Zod-free. */
export const tagKey = (name: string): string => name.normalize('NFC').toLowerCase().normalize('NFC')

export const findTag = <Tag extends { readonly name: string }>(
  tags: readonly Tag[],
  name: string,
): Tag | undefined => {
  const key = tagKey(name)
  return tags.find((tag) => tagKey(tag.name) === key)
}
