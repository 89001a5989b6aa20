import type { PortalUser } from '#client/resources.ts'
import { userNameText } from '#web/messages/en/user-picker.ts'

type Identity = Pick<PortalUser, 'name' | 'email' | 'external_id'>

/** What a person is called: by name, else by what identifies them. */
export const formatUserName = ({ name, email, external_id }: Identity): string =>
  name || email || external_id || userNameText.unnamed

/** The texts that tell people of one name apart. */
export const formatUserDetail = (user: Identity): string =>
  [user.email, user.external_id].filter((text) => text && text !== formatUserName(user)).join(' · ')

/** Whether a text may be an id of the server, so that it is worth a request. */
export const isUserId = (text: string): boolean =>
  /^\S{6,64}$/u.test(text) && /[\d_]/.test(text) && !text.includes('@')

/** Users whose name, address or external id contains every word of a text. */
export function filterUsers<User extends Identity>(users: readonly User[], text: string) {
  const words = text.toLowerCase().split(/\s+/)
  return users.filter((user) => {
    const searched = [user.name, user.email, user.external_id].join('\n').toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}

/** The user with an address; case does not matter. */
export const findByAddress = <User extends Identity>(users: readonly User[], address: string) =>
  users.find(({ email }) => email?.toLowerCase() === address.toLowerCase())
