import { Images } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import type { GalleryItem, ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { projectParams } from '@/lib/links'
import projectCardCss from '@/components/ui/project-card.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './gallery-strip.module.css'

const SHOWN = 5
const SHOWN_OF_FEW = 3

type GalleryStripProps = { pictures: readonly GalleryItem[]; project: ProjectPage; onOpen: (index: number) => void }

/** A mosaic of the first pictures; the last tells how many there are. */
export function GalleryStrip({ pictures, project, onOpen }: GalleryStripProps) {
  const shown = pictures.slice(0, pictures.length >= SHOWN ? SHOWN : SHOWN_OF_FEW)
  return (
    <div className={cn(css.root, css[`pictures${shown.length}`])}>
      {shown.map((picture, index) => (
        <button
          key={picture.url}
          type="button"
          onClick={() => onOpen(index)}
          aria-label={t.openPicture(picture.title ?? t.untitledPicture(index + 1))}
        >
          <img
            src={picture.url}
            alt={picture.title ?? picture.description ?? ''}
            width={640}
            height={360}
            loading={index === 0 ? 'eager' : 'lazy'}
            fetchPriority={index === 0 ? 'high' : 'auto'}
            decoding="async"
          />
        </button>
      ))}
      {pictures.length > shown.length ? (
        <PathLink className={projectCardCss.count} keepScroll to="/$type/$id/gallery" params={projectParams(project)}>
          <Images className={ui.icon14} aria-hidden />
          {t.galleryCount(pictures.length)}
        </PathLink>
      ) : null}
    </div>
  )
}
