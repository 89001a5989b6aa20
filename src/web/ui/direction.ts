/** 1 where what comes next stands to the right, -1 where the language goes from right to left. */
export const onward = (): 1 | -1 =>
  getComputedStyle(document.documentElement).direction === 'rtl' ? -1 : 1
