/** One number less than the attempts of a delivery: what a person sends again is attempted once. */
export const manualTries = 9

/** The header `X-Service-Delivery`, by which a receiver and the log name the same attempt. */
export const attemptId = (delivery_id: string, number: number): string => `${delivery_id}-${number}`
