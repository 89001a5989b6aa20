import { reportOf } from '#client/importers/core/import-report.ts'
import { eachFile, type Importer } from '#client/importers/core/importer.ts'
import { applyChangelog } from './changelog-apply.ts'
import type { ChangelogOptions } from './changelog-plan.ts'
import { planChangelog } from './parse-changelog.ts'

/** Changelogs in Markdown and lists of GitHub releases, one to a file. */
export const changelogImporter = (given: ChangelogOptions): Importer =>
  eachFile((file) => {
    const plan = planChangelog(file, given)
    return {
      async apply(call, options) {
        return reportOf(plan, await applyChangelog(call, plan, options), file.name, options)
      },
    }
  })
