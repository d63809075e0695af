import { useSortable } from '@dnd-kit/sortable'
import { GripVertical, Pencil, Star, Trash2 } from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import type { GalleryItem } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { galleryText as t } from '@/lib/i18n/zh-Hans/gallery'
import ui from '@/components/ui/ui.module.css'
import galleryManagerCss from '../gallery-manager.module.css'

type PictureRowProps = {
  picture: GalleryItem
  name: string
  at: number
  of: number
  refused: string | undefined
  onFeature: () => void
  onEdit: () => void
  onDelete: () => void
}

/** One picture in the list that arranges them. */
export function PictureRow({ picture, name, at, of, refused, onFeature, onEdit, onDelete }: PictureRowProps) {
  const off = refused !== undefined
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: picture.url,
    disabled: off || of < 2,
    attributes: { roleDescription: t.sortable },
  })
  return (
    <li
      ref={setNodeRef}
      className={cn(isDragging && galleryManagerCss.drag)}
      style={transform ? { transform: `translateY(${transform.y}px)`, transition } : undefined}
    >
      <IconButton
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        label={t.moveOf(name, at + 1, of)}
        title={refused ?? t.moveHint}
        className={galleryManagerCss.grip}
        kind="quiet"
        size="sm"
        disabled={off || of < 2}
      >
        <GripVertical className={ui.icon} aria-hidden />
      </IconButton>
      <img src={picture.url} alt="" width={80} height={45} loading="lazy" decoding="async" />
      <span className={ui.grow}>
        <b className={ui.clip}>{name}</b>
        {picture.description ? <small className={cn(ui.clip, ui.subtle)}>{picture.description}</small> : null}
      </span>
      <IconButton
        label={picture.featured ? t.unfeatureOf(name) : t.featureOf(name)}
        title={refused}
        kind="quiet"
        size="sm"
        disabled={off}
        aria-pressed={picture.featured}
        onClick={onFeature}
      >
        <Star className={picture.featured ? cn(ui.icon, ui.filled, ui.warn) : ui.icon} aria-hidden />
      </IconButton>
      <IconButton label={t.editOf(name)} title={refused} kind="quiet" size="sm" disabled={off} onClick={onEdit}>
        <Pencil className={ui.icon} aria-hidden />
      </IconButton>
      <IconButton label={`${t.delete} ${name}`} title={refused} kind="quiet" size="sm" disabled={off} onClick={onDelete}>
        <Trash2 className={ui.icon} aria-hidden />
      </IconButton>
    </li>
  )
}
