import { applyFeedback } from './feedback-apply.ts'
import type { FeedbackOptions } from './feedback-plan.ts'
import { planGithub } from './github.ts'
import { eachFile, type Importer } from './importer.ts'
import { reportOf } from './report.ts'

/** Dumps of GitHub issues. */
export const feedbackImporter = (given: FeedbackOptions): Importer =>
  eachFile((file) => {
    const plan = planGithub(file, given)
    return {
      async apply(call, options) {
        return reportOf(plan, await applyFeedback(call, plan, options), file.name, options)
      },
    }
  })
