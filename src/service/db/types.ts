import pg from 'pg'

const DATE = 1082
const TIMESTAMPTZ = 1184

const ofAge = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?\+00$/
const parse = pg.types.getTypeParser

/** `2026-11-21 10:00:00.5+00`, which the engine of JavaScript reads many times faster than a parser written in it. */
const moment = (text: string): unknown =>
  ofAge.test(text)
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : parse(TIMESTAMPTZ)(text)

/** As `pg` reads values, except that a date without a time stays text: a Date would move it by the zone of the machine. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === DATE) return (text: string) => text
    return oid === TIMESTAMPTZ ? moment : parse(oid, format as 'text')
  }) as typeof pg.types.getTypeParser,
}
