import type { ImportKind } from './import-command.ts'
import { timeZone, timeZoneOf } from './import-options.ts'

export const importCampaigns: ImportKind = {
  name: 'campaigns',
  about:
    'Imports sent campaigns with their results from CSV reports. Importing a file again changes nothing; a newer one updates.',
  options: { timezone: timeZone },
  async importer(given) {
    const { campaignsImporter } = await import('#client/importers/campaigns/campaigns-importer.ts')
    const { isTimeZone } = await import('#client/importers/core/local-time.ts')
    return campaignsImporter({ time_zone: timeZoneOf(given, isTimeZone) })
  },
}
