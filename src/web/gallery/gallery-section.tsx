import type { ReactNode } from 'react'

export const GallerySection = ({ name, children }: { name: string; children: ReactNode }) => (
  <section aria-label={name} className="grid gap-4">
    <h2 className="text-section">{name}</h2>
    <div className="flex flex-wrap items-start gap-4">{children}</div>
  </section>
)
