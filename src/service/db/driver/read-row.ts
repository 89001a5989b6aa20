import { readerOf } from './type-codecs.ts'

export type Row = Record<string, unknown>
type Values = readonly (string | null | undefined)[]

/** How the rows of a statement are read, from what the database tells of its columns. */
export type ReadRow = (values: Values) => Row

export interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
}

export function rowReader({ fields }: RowDescription): ReadRow {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) }))
  // A copy of a row that has every column is made faster than one that gets them one by one.
  const empty: Row = Object.fromEntries(columns.map(({ name }) => [name, null]))
  return (values) => {
    const row = { ...empty }
    columns.forEach(({ name, read }, at) => {
      const text = values[at]
      if (text != null) row[name] = read(text)
    })
    return row
  }
}

/** Of a statement that answers no rows. */
export const noRows: ReadRow = () => ({})
