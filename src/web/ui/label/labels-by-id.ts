import type { Label } from '#client/resources.ts'

export type LabelsById = ReadonlyMap<string, Label>
