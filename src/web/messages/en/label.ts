/** Editing labels of boards and of the changelog. */
export const labelText = {
  color: 'Color',
  colors: {
    green: 'Green',
    teal: 'Teal',
    sky: 'Sky',
    blue: 'Blue',
    indigo: 'Indigo',
    purple: 'Purple',
    pink: 'Pink',
    red: 'Red',
    orange: 'Orange',
    yellow: 'Yellow',
    lime: 'Lime',
    gray: 'Gray',
    black: 'Black',
  },
}
