import { app } from './app.ts'

/** Words that every page needs; those of one page come with that page. Another language is another object of each shape. */
export const words = { app }
