/** Must agree with `tagKey` of the service. */
const tagKey = (name: string): string => name.normalize('NFC').toLowerCase().normalize('NFC')

/** The tag that the server knows by this name, in whatever case. */
export const findTag = <Tag extends { name: string }>(
  tags: readonly Tag[],
  name: string,
): Tag | undefined => tags.find((tag) => tagKey(tag.name) === tagKey(name))
