/** What people without a name are called. */
export const userNameText = { unnamed: 'No name' }

/** The field that chooses a person. */
export const userPickerText = {
  placeholder: 'Name or email address',
  placeholderExact: 'Email address or ID',
  /** Where the server cannot search. */
  exactHint: 'Finds recent people by name, and others by a whole email address or ID.',
  useAddress: (address: string) => `Use new address ${address}`,
  newAddress: 'New person',
}
