import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

import { PageHeader } from '#web/ui/page-header.tsx'
import { TooltipHost } from '#web/ui/tooltip.tsx'
import { GalleryCharts } from './gallery-charts.tsx'
import { GalleryChoices } from './gallery-choices.tsx'
import { GalleryCombobox } from './gallery-combobox.tsx'
import { GalleryControls } from './gallery-controls.tsx'
import { GalleryData } from './gallery-data.tsx'
import { GalleryDate } from './gallery-date.tsx'
import { GalleryDrawer } from './gallery-drawer.tsx'
import { GalleryForms } from './gallery-forms.tsx'
import { GalleryMarkdown } from './gallery-markdown.tsx'
import { GalleryOverlays } from './gallery-overlays.tsx'
import { useInteractionStates } from './gallery-section.tsx'
import { GalleryStates } from './gallery-states.tsx'
import { GalleryTable } from './gallery-table.tsx'
import './gallery.css'

const parts = {
  controls: GalleryControls,
  forms: GalleryForms,
  choices: GalleryChoices,
  combobox: GalleryCombobox,
  data: GalleryData,
  date: GalleryDate,
  table: GalleryTable,
  drawer: GalleryDrawer,
  overlays: GalleryOverlays,
  states: GalleryStates,
  charts: GalleryCharts,
  markdown: GalleryMarkdown,
}

export const partNames = Object.keys(parts)

/** Every primitive in every state, or those of one part: `?part=combobox`. Development only; the texts are samples. */
export function Component() {
  const [search] = useSearchParams()
  const only = search.get('part')
  useAppearanceParams()
  useInteractionStates()
  return (
    <main
      id="content"
      data-page="gallery"
      className="grid grid-cols-[minmax(0,1fr)] gap-12 p-4 pb-24 md:p-7"
    >
      <PageHeader title="Gallery" />
      {Object.entries(parts).map(([name, Part]) => (!only || name === only) && <Part key={name} />)}
      <TooltipHost />
    </main>
  )
}

/** `?theme=dark&density=compact&dir=rtl&text=200` */
function useAppearanceParams() {
  const [search] = useSearchParams()
  const theme = search.get('theme')
  const density = search.get('density') ?? 'comfortable'
  const direction = search.get('dir') ?? 'ltr'
  const text = search.get('text') ?? '100'

  useEffect(() => {
    const root = document.documentElement
    if (theme) root.dataset['theme'] = theme
    root.dataset['density'] = density
    root.dir = direction
    root.style.fontSize = `${text}%`
    return () => {
      root.dir = ''
      root.style.fontSize = ''
    }
  }, [theme, density, direction, text])
}
