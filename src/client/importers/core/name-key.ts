/** Names the service treats as one have one key: must agree with `service/feedback/setup/names.rules.ts`. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()
