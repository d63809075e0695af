import { lazy, Suspense, useMemo, useState } from 'react'
import { Prose } from '@/components/markdown/prose'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { orderedGallery } from '@/lib/gallery'
import { useProject } from '@/lib/project-inside'
import { demoteHeadings, tableOfContents } from '../model/body'
import { GalleryStrip } from './gallery-strip'
import type { Picture } from './lightbox'
import { TableOfContents } from './table-of-contents'
import ui from '@/components/ui/ui.module.css'
import css from './overview-screen.module.css'

const Lightbox = lazy(() => import('./lightbox'))
const STRIP_FROM = 3

export function OverviewScreen({ id }: { id: string }) {
  const project = useProject(id)
  return project ? <Overview project={project} /> : null
}

/** What the project is: its pictures and its text. */
export function Overview({ project }: { project: ProjectPage }) {
  const [open, setOpen] = useState<{ pictures: Picture[]; index: number }>()
  const html = useMemo(() => demoteHeadings(project.body_html), [project.body_html])
  const headings = useMemo(() => tableOfContents(html), [html])
  const gallery = orderedGallery(project.gallery)
  const pictures = gallery.map(({ url, raw_url, title, description }) => ({ url, original: raw_url, title, description }))
  return (
    <>
      {gallery.length >= STRIP_FROM ? (
        <GalleryStrip pictures={gallery} project={project} onOpen={(index) => setOpen({ pictures, index })} />
      ) : null}
      <article className={headings.length > 0 ? cn(css.root, css.withToc, ui.card) : cn(css.root, ui.card)}>
        {html.trim() ? (
          <Prose
            html={html}
            pictureLabel={t.viewPicture}
            onPicture={(images, index) => setOpen({ pictures: images.map((image) => ({ url: image.src, title: image.alt })), index })}
          />
        ) : (
          <p className={ui.muted}>{t.noBody}</p>
        )}
        {headings.length > 0 ? <TableOfContents headings={headings} /> : null}
      </article>
      {open ? (
        <Suspense>
          <Lightbox
            pictures={open.pictures}
            index={open.index}
            onIndex={(index) => setOpen({ ...open, index })}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
