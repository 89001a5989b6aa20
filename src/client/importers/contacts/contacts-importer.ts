import { reportOf } from '#client/importers/core/import-report.ts'
import { eachFile, type Importer } from '#client/importers/core/importer.ts'
import { applyContacts } from './contact-apply.ts'
import type { ContactOptions } from './contact-plan.ts'
import { planContacts } from './parse-contacts.ts'

/** Contacts from CSV files, into one list. */
export const contactsImporter = (list_id: string, options: ContactOptions): Importer =>
  eachFile(({ text, name }) => {
    const plan = planContacts(text, name, options)
    const target = { list_id, resubscribe: options.resubscribe ?? false }
    return {
      async apply(call, how) {
        return reportOf(plan, await applyContacts(call, plan, target, how), name, how)
      },
    }
  })
