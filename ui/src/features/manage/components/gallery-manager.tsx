import { ImagePlus, Pencil, Star, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import '@/styles/manage.css'
import { Badge } from '@/components/ui/badge'
import { Button, IconButton } from '@/components/ui/button'
import type { GalleryItem, ProjectPage } from '@/lib/api/types'
import { galleryText as t } from '@/lib/i18n/zh-Hans/gallery'
import { toast } from '@/stores/toasts'
import { useDeletePicture } from '../gallery-commands'
import { ConfirmDialog } from './confirm-dialog'
import { PictureDialog } from './picture-dialog'

const MAX_PICTURE_BYTES = 5 << 20

/** Adds, changes and removes the pictures of a project. */
export default function GalleryManager({ project }: { project: ProjectPage }) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [editing, setEditing] = useState<GalleryItem>()
  const [deleting, setDeleting] = useState<GalleryItem>()
  const remove = useDeletePicture(project.id)
  const choose = (chosen: File | undefined) => {
    if (chosen && chosen.size > MAX_PICTURE_BYTES) toast(t.tooLarge, chosen.name, 'error')
    else setFile(chosen)
  }
  const pictures = [...project.gallery].sort((a, b) => a.ordering - b.ordering)
  return (
    <section className="card gm" aria-labelledby="gm-title">
      <header className="card-head">
        <h2 id="gm-title">{t.manage}</h2>
        <small className="subtle t12 hide-s">{t.lead}</small>
        <span className="end">
          <Button kind="primary" size="sm" onClick={() => input.current?.click()}>
            <ImagePlus className="i" aria-hidden />
            {t.add}
          </Button>
        </span>
      </header>
      <input
        ref={input}
        className="sr"
        type="file"
        tabIndex={-1}
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label={t.add}
        onChange={(event) => {
          choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {pictures.length > 0 ? (
        <ul className="gm-list">
          {pictures.map((picture) => {
            const name = picture.title ?? t.untitled
            return (
              <li key={picture.url}>
                <img src={picture.url} alt="" width={80} height={45} loading="lazy" decoding="async" />
                <span className="grow clip">{name}</span>
                {picture.featured ? (
                  <Badge tone="accent">
                    <Star className="i i-14" aria-hidden />
                    {t.featuredMark}
                  </Badge>
                ) : null}
                <IconButton label={t.editOf(name)} kind="quiet" size="sm" onClick={() => setEditing(picture)}>
                  <Pencil className="i" aria-hidden />
                </IconButton>
                <IconButton label={`${t.delete} ${name}`} kind="quiet" size="sm" onClick={() => setDeleting(picture)}>
                  <Trash2 className="i" aria-hidden />
                </IconButton>
              </li>
            )
          })}
        </ul>
      ) : null}
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
          if (deleting) remove.mutate(deleting.url, { onSuccess: () => toast(t.deleted, deleting.title ?? undefined), onSettled: () => setDeleting(undefined) })
        }}
      />
    </section>
  )
}
