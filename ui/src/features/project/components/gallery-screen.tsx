import { Images, Star } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Bone, Empty, Loading } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import { formatDate } from '@/lib/format'
import { orderedGallery } from '@/lib/gallery'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { useSession } from '@/lib/session'
import { useProject } from '@/lib/project-inside'
import { viewerOf } from '@/lib/viewer'
import { GalleryManager } from '@/features/manage/parts'
import projectCardCss from '@/components/ui/project-card.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './gallery-screen.module.css'

const Lightbox = lazy(() => import('./lightbox'))

/** All pictures of a project. */
export function GalleryScreen({ id }: { id: string }) {
  const project = useProject(id)
  const user = useSession()
  const [open, setOpen] = useState<number>()
  if (!project) return null
  const gallery = orderedGallery(project.gallery)
  const manager = viewerOf(project, user).inside ? <GalleryManager project={project} /> : null
  if (gallery.length === 0) {
    return (
      <Together>
        {manager}
        <Empty className={ui.card} icon={Images} title={t.noGallery} hint={t.noGalleryHint} />
      </Together>
    )
  }
  return (
    <Together>
      {manager}
      <h2 className={ui.visuallyHidden}>{t.tabs.gallery}</h2>
      <ul className={css.root}>
        {gallery.map((picture, index) => (
          <li key={picture.url} className={cn(projectCardCss.shot, ui.card)}>
            <button
              type="button"
              className={projectCardCss.view}
              onClick={() => setOpen(index)}
              aria-label={t.openPicture(picture.title ?? t.untitledPicture(index + 1))}
            >
              <img src={picture.url} alt="" width={640} height={360} loading={index < 4 ? 'eager' : 'lazy'} decoding="async" />
            </button>
            <div className={projectCardCss.caption}>
              <h3 className={ui.clip}>
                {picture.featured ? <Star className={cn(ui.icon14, ui.filled, ui.warn)} aria-label={t.featured} /> : null}
                {picture.title ?? t.untitledPicture(index + 1)}
              </h3>
              {picture.description ? <p className={cn(ui.text13, ui.muted)}>{picture.description}</p> : null}
              <time className={cn(ui.small, ui.tabular)} dateTime={picture.created}>
                {formatDate(picture.created)}
              </time>
            </div>
          </li>
        ))}
      </ul>
      {open === undefined ? null : (
        <Suspense>
          <Lightbox
            pictures={gallery.map(({ url, raw_url, title, description }) => ({ url, original: raw_url, title, description }))}
            index={open}
            onIndex={setOpen}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </Together>
  )
}

/** The manager above the pictures comes with them, or they would move when its code comes. */
function Together({ children }: { children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <Loading className={cn(ui.card, ui.cardPad)}>
          <Bone h={420} />
        </Loading>
      }
    >
      {children}
    </Suspense>
  )
}
