export const escapeText = (text: string) => text.replace(/[[\]\\]/g, '\\$&')
export const escapeAddress = (address: string) =>
  address.replace(
    /[\s<>()]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  )
