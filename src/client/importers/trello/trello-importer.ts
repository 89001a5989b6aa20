import { reportOf } from '#client/importers/core/import-report.ts'
import { eachFile, type Importer } from '#client/importers/core/importer.ts'
import { applyBoardPlan } from './apply-board.ts'
import { planTrello } from './trello.ts'

/** Boards from Trello's JSON exports, one to a file. */
export const trelloImporter: Importer = eachFile(({ text, name }) => {
  const plan = planTrello(text, name)
  return {
    async apply(call, options) {
      return reportOf(plan, await applyBoardPlan(call, plan, options), name, options)
    },
  }
})
