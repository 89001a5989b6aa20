/** Chips of filters and labels; apart from the other controls, because a board loads no more at first. */
export const chipText = {
  filter: (label: string, value: string) => `${label}: ${value}`,
  clear: (label: string) => `Clear filter: ${label}`,
  moreValues: (values: string, count: number) => `${values} +${count}`,
  unnamedLabel: (color: string) => `Unnamed label, ${color}`,
}
