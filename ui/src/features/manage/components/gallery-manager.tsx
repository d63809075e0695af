import { ImagePlus } from 'lucide-react'
import { useRef, useState, type DragEvent, type PointerEvent } from 'react'
import { Button } from '@/components/ui/button'
import { pictureTypes } from '@/components/markdown/paste'
import type { GalleryItem, ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { galleryText as t } from '@/lib/i18n/zh-Hans/gallery'
import { MAX_PICTURE_BYTES } from '@/lib/picture-upload'
import { toast } from '@/stores/toasts'
import { useDeletePicture, useSavePicture } from '../gallery-commands'
import { EDIT_DETAILS } from '@/lib/permissions'
import { useRights } from '../use-rights'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { PictureRow } from './gallery/picture-row'
import { QueueList } from './gallery/queue-list'
import { useOrder } from './gallery/use-order'
import { useQueue } from './gallery/use-queue'
import { LeaveGuard } from '@/components/ui/leave-guard'
import { PictureDialog } from './picture-dialog'
import ui from '@/components/ui/ui.module.css'
import css from './gallery-manager.module.css'

/** Adds, arranges, changes and removes the pictures of a project. */
export default function GalleryManager({ project }: { project: ProjectPage }) {
  const input = useRef<HTMLInputElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  const [file, setFile] = useState<File>()
  const [editing, setEditing] = useState<GalleryItem>()
  const [deleting, setDeleting] = useState<GalleryItem>()
  const [over, setOver] = useState(false)
  const [dragged, setDragged] = useState<string>()
  const [said, setSaid] = useState('')
  const refused = useRights(project).missing(EDIT_DETAILS)
  const remove = useDeletePicture(project.id)
  const feature = useSavePicture(project.id)
  const order = useOrder(
    project.id,
    [...project.gallery].sort((a, b) => a.ordering - b.ordering),
  )
  const queue = useQueue(project.id, () => project.gallery.reduce((last, one) => Math.max(last, one.ordering + 1), 0))
  const { pictures } = order
  const choose = (files: File[]) => {
    const sound = files.filter((one) => {
      const problem = !pictureTypes.includes(one.type) ? t.wrongType : one.size > MAX_PICTURE_BYTES ? t.tooLarge : undefined
      if (problem) toast(problem, one.name, 'error')
      return !problem
    })
    // One picture is described at once; several are sent first.
    if (sound.length === 1 && queue.list.length === 0) setFile(sound[0])
    else if (sound.length > 0) queue.add(sound)
  }
  const move = (from: number, to: number) => {
    const picture = pictures[from]
    if (!picture || to < 0 || to >= pictures.length) return
    order.move(from, to)
    setSaid(t.moved(picture.title ?? t.untitled, to + 1, pictures.length))
  }
  const grab = (event: PointerEvent<HTMLButtonElement>, url: string) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragged(url)
  }
  const drag = (event: PointerEvent) => {
    if (!dragged || !rows.current) return
    const from = pictures.findIndex((one) => one.url === dragged)
    const to = [...rows.current.children].findIndex((row) => {
      const box = row.getBoundingClientRect()
      return event.clientY >= box.top && event.clientY < box.bottom
    })
    if (from >= 0 && to >= 0 && to !== from) move(from, to)
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
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!refused) choose([...event.dataTransfer.files])
  }
  const enter = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  return (
    // Files are dropped anywhere on the card; the button does the same.
    <section
      className={cn(ui.card, css.root, over && css.over)}
      aria-labelledby="gm-title"
      onDragOver={enter}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <LeaveGuard when={() => queue.busy || order.pending} />
      <header className={ui.cardHead}>
        <h2 id="gm-title">{t.manage}</h2>
        <small className={cn(ui.small, ui.hideS)}>{refused ?? t.lead}</small>
        <span className={ui.cardEnd}>
          {order.pending ? <small className={ui.small}>{t.ordering}</small> : null}
          <Button kind="primary" size="sm" disabled={refused !== undefined} title={refused} onClick={() => input.current?.click()}>
            <ImagePlus className={ui.icon} aria-hidden />
            {t.add}
          </Button>
        </span>
      </header>
      <input
        ref={input}
        className={ui.visuallyHidden}
        type="file"
        multiple
        tabIndex={-1}
        accept={pictureTypes.join(',')}
        aria-label={t.add}
        disabled={refused !== undefined}
        onChange={(event) => {
          choose([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <QueueList list={queue.list} onRetry={queue.retry} onCancel={queue.cancel} />
      {pictures.length > 0 ? (
        <ul
          ref={rows}
          className={css.list}
          onPointerMove={drag}
          onPointerUp={() => setDragged(undefined)}
          onPointerCancel={() => setDragged(undefined)}
        >
          {pictures.map((picture, at) => (
            <PictureRow
              key={picture.url}
              picture={picture}
              at={at}
              of={pictures.length}
              refused={refused}
              dragging={dragged === picture.url}
              onMove={(to) => move(at, to)}
              onGrab={(event) => grab(event, picture.url)}
              onFeature={() => star(picture)}
              onEdit={() => setEditing(picture)}
              onDelete={() => setDeleting(picture)}
            />
          ))}
        </ul>
      ) : null}
      <span className={ui.visuallyHidden} aria-live="assertive">
        {said}
      </span>
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
    </section>
  )
}
