import type { GalleryItem } from '@/lib/api/types'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'

/** Featured pictures first, then by their order. */
export function orderedGallery(gallery: readonly GalleryItem[]): GalleryItem[] {
  return [...gallery].sort(
    (a, b) => Number(b.featured) - Number(a.featured) || a.ordering - b.ordering || a.created.localeCompare(b.created),
  )
}

/** The one name of a picture everywhere: its title, or its place in the gallery. */
export function pictureName(gallery: readonly GalleryItem[], picture: GalleryItem): string {
  return picture.title ?? t.untitledPicture(orderedGallery(gallery).findIndex((one) => one.url === picture.url) + 1)
}
