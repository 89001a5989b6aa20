import FileDown from 'lucide-react/icons/file-down'
import Image from 'lucide-react/icons/image'
import Printer from 'lucide-react/icons/printer'

import { reportExportText as text } from '#web/messages/en/report-export.ts'
import { nameOf } from '#web/session/connections.ts'
import { downloadBlob } from '#web/session/download-file.ts'
import { useConnection } from '#web/session/use-connection.ts'
import { MenuItem, MenuSeparator } from '#web/ui/popup/menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { readLinks } from './links.rules.ts'
import { linksCsv, reportFileName, statsCsv } from './report-export.rules.ts'
import { createReportImage } from './report-image.ts'
import { useReportData } from './report.data.ts'

/** The files of a report, and its printout. */
export function ExportMenuItems() {
  const data = useReportData()
  const workspace = nameOf(useConnection())
  const { campaign, stats } = data
  const links = readLinks(data.links) ?? []
  const save = (blob: Blob, name: string) => {
    downloadBlob(blob, name)
    toast({ text: text.saved(name) })
  }
  const saveCsv = (csv: string, what: string) =>
    save(new Blob([csv], { type: 'text/csv;charset=utf-8' }), reportFileName(campaign, what, 'csv'))
  const saveImage = async (theme: 'light' | 'dark') => {
    try {
      const name = reportFileName(campaign, `${text.file.summary}-${theme}`, 'png')
      save(await createReportImage(data, theme, workspace), name)
    } catch {
      toast({ text: text.imageFailed, tone: 'bad' })
    }
  }
  return (
    <>
      <MenuItem
        icon={FileDown}
        onSelect={() => saveCsv(statsCsv(campaign, stats), text.file.counters)}
      >
        {text.stats}
      </MenuItem>
      {links.length > 0 && (
        <MenuItem icon={FileDown} onSelect={() => saveCsv(linksCsv(links), text.file.links)}>
          {text.links}
        </MenuItem>
      )}
      <MenuItem icon={Image} onSelect={() => void saveImage('light')}>
        {text.imageLight}
      </MenuItem>
      <MenuItem icon={Image} onSelect={() => void saveImage('dark')}>
        {text.imageDark}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Printer} onSelect={() => requestAnimationFrame(() => setTimeout(print))}>
        {text.print}
      </MenuItem>
    </>
  )
}
