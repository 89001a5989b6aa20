import { plural } from '#web/messages/plural.ts'

/** Toasts, once there is one. */
export const toastsText = {
  label: 'Notifications',
  more: (count: number) => plural(count, { one: '# more', other: '# more' }),
}
