/** A tag without the quotes around it. */
export const unquoteTag = (tag: string): string => tag.trim().replace(/^"([^"]*)"?$/, '$1')

/**
 * The tags of a typed or pasted text, and what of it is still being typed. They end with a comma, a semicolon, a tab or a
 * line break; in a tag that begins with a quote these are characters like any other: `"Cardiff, Wales", VIP`.
 */
export function splitTags(text: string): { readonly tags: string[]; readonly rest: string } {
  const tags: string[] = []
  let rest = ''
  let isQuoted = false
  for (const character of text) {
    if (character === '"' && (isQuoted || rest.trim() === '')) isQuoted = !isQuoted
    if (isQuoted || !/[,;\n\t]/.test(character)) rest += character
    else {
      tags.push(unquoteTag(rest))
      rest = ''
    }
  }
  return { tags, rest }
}
