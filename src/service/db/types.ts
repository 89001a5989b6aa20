import pg from 'pg'

const DATE = 1082

/** As `pg` reads values, except that a date without a time stays text: a Date would move it by the zone of the machine. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === DATE
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}
