import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { FileDrop } from '@/components/ui/file-drop'
import { pictureTypes } from '@/components/markdown/paste'
import type { GalleryItem, ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { galleryText as t } from '@/lib/i18n/zh-Hans/gallery'
import { fitPicture } from '@/lib/fit-picture'
import { formatBytes } from '@/lib/format'
import { pictureName } from '@/lib/gallery'
import { shrunkText } from '@/lib/i18n/zh-Hans/crop'
import { useUploadQueue } from '@/lib/uploads/use-upload-queue'
import { toast } from '@/stores/toasts'
import { useDeletePicture, useOrderPictures, useSavePicture } from '../gallery-commands'
import { EDIT_DETAILS } from '@/lib/permissions'
import { useRights } from '../use-rights'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { OrderedPictures } from './gallery/ordered-pictures'
import { PictureRow } from './gallery/picture-row'
import { QueueList } from './gallery/queue-list'
import { LeaveGuard } from '@/components/ui/leave-guard'
import { PictureDialog } from './picture-dialog'
import ui from '@/components/ui/ui.module.css'
import css from './gallery-manager.module.css'

/** Adds, arranges, changes and removes the pictures of a project. */
export default function GalleryManager({ project }: { project: ProjectPage }) {
  const [file, setFile] = useState<File>()
  const [editing, setEditing] = useState<GalleryItem>()
  const [deleting, setDeleting] = useState<GalleryItem>()
  const [wanted, setWanted] = useState<string[]>()
  const refused = useRights(project).missing(EDIT_DETAILS)
  const remove = useDeletePicture(project.id)
  const feature = useSavePicture(project.id)
  const order = useOrderPictures(project.id)
  const saved = [...project.gallery].sort((a, b) => a.ordering - b.ordering)
  // What is being saved is shown at once; pictures that came meanwhile stand at the end.
  const placeOf = ({ url }: GalleryItem) => (wanted?.includes(url) ? wanted.indexOf(url) : saved.length)
  const pictures = wanted ? [...saved].sort((a, b) => placeOf(a) - placeOf(b)) : saved
  const last = useRef(-1)
  const queue = useUploadQueue({
    atOnce: 1,
    send: (picture, sending) => {
      last.current = Math.max(last.current, ...project.gallery.map((one) => one.ordering)) + 1
      return feature.mutateAsync({ file: picture, title: '', description: '', featured: false, ordering: last.current, ...sending })
    },
  })
  const coming = queue.rows.filter((row) => row.state !== 'done' && row.state !== 'cancelled')
  const nameOf = (picture: GalleryItem) => pictureName(project.gallery, picture)
  const choose = async (files: File[]) => {
    const known = files.filter((one) => pictureTypes.includes(one.type))
    for (const one of files) if (!known.includes(one)) toast(t.wrongType, one.name, 'error')
    const sound: File[] = []
    for (const one of known) {
      const fitted = await fitPicture(one).catch(() => undefined)
      if (!fitted) toast(t.tooLarge, one.name, 'error')
      else sound.push(fitted)
      if (fitted && fitted !== one)
        toast(shrunkText.title, shrunkText.text(one.name, formatBytes(one.size), formatBytes(fitted.size)), 'info')
    }
    // One picture is described at once; several are sent first.
    if (sound.length === 1 && coming.length === 0) setFile(sound[0])
    else if (sound.length > 0) queue.add(sound)
  }
  const arrange = (urls: string[]) => {
    setWanted(urls)
    order.mutate(urls, { onSettled: () => setWanted(undefined) })
  }
  const star = (one: GalleryItem) =>
    void feature
      .mutateAsync({
        url: one.url,
        title: one.title ?? '',
        description: one.description ?? '',
        featured: !one.featured,
        ordering: one.ordering,
      })
      .then(
        () => toast(one.featured ? t.unfeatured : t.nowFeatured, one.title ?? undefined),
        () => toast(t.failed, undefined, 'error'),
      )
  return (
    <FileDrop
      label={t.add}
      titled="gm-title"
      className={(over) => cn(ui.card, css.root, over && css.over)}
      accept={pictureTypes}
      multiple
      disabled={refused !== undefined}
      page
      onFiles={(files) => void choose(files)}
    >
      {(_over, pick) => (
        <>
          <LeaveGuard when={() => queue.busy || order.isPending} />
          <header className={ui.cardHead}>
            <h2 id="gm-title">{t.manage}</h2>
            <small className={cn(ui.small, ui.hideS)}>{refused ?? t.lead}</small>
            <span className={ui.cardEnd}>
              {coming.length > 0 ? <small className={cn(ui.small, ui.tabular)}>{t.queued(coming.length)}</small> : null}
              {order.isPending ? <small className={ui.small}>{t.ordering}</small> : null}
              <Button kind="primary" size="sm" disabled={refused !== undefined} title={refused} onClick={pick}>
                <ImagePlus className={ui.icon} aria-hidden />
                {t.add}
              </Button>
            </span>
          </header>
          {pictures.length > 0 ? (
            <OrderedPictures pictures={pictures} nameOf={nameOf} onOrder={arrange}>
              <ul className={css.list}>
                {pictures.map((picture, at) => (
                  <PictureRow
                    key={picture.url}
                    picture={picture}
                    name={nameOf(picture)}
                    at={at}
                    of={pictures.length}
                    refused={refused}
                    onFeature={() => star(picture)}
                    onEdit={() => setEditing(picture)}
                    onDelete={() => setDeleting(picture)}
                  />
                ))}
              </ul>
            </OrderedPictures>
          ) : null}
          {/* Below the pictures: these keep their place while uploads come and go, also under a drag. */}
          <QueueList list={coming} onRetry={queue.retry} onCancel={queue.remove} />
          {file || editing ? (
            <PictureDialog
              project={project}
              file={file}
              picture={editing}
              onClose={() => {
                setFile(undefined)
                setEditing(undefined)
              }}
            />
          ) : null}
          <ConfirmDialog
            open={deleting !== undefined}
            onOpenChange={() => setDeleting(undefined)}
            title={t.deleteTitle}
            text={t.deleteText}
            action={t.delete}
            busy={remove.isPending}
            onConfirm={() => {
              const gone = deleting
              if (gone)
                void remove
                  .mutateAsync(gone.url)
                  .then(
                    () => toast(t.deleted, gone.title ?? undefined),
                    () => undefined,
                  )
                  .finally(() => setDeleting(undefined))
            }}
          />
        </>
      )}
    </FileDrop>
  )
}
