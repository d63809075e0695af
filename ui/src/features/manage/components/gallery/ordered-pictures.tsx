import { DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors, type Announcements, type DragEndEvent } from '@dnd-kit/core'
import { arrayMove, SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { ReactNode } from 'react'
import type { GalleryItem } from '@/lib/api/types'
import { galleryText as t } from '@/lib/i18n/zh-Hans/gallery'

type OrderedPicturesProps = {
  pictures: readonly GalleryItem[]
  nameOf: (picture: GalleryItem) => string
  onOrder: (urls: string[]) => void
  children: ReactNode
}

/** Lets pictures be arranged by pointer or by keys, and says where each goes. */
export function OrderedPictures({ pictures, nameOf, onOrder, children }: OrderedPicturesProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const urls = pictures.map((one) => one.url)
  const titleOf = (url: unknown) => {
    const picture = pictures.find((one) => one.url === url)
    return picture ? nameOf(picture) : ''
  }
  const placed = (words: typeof t.moved, url: unknown, over: unknown) => words(titleOf(url), urls.indexOf(String(over)) + 1, urls.length)
  const announcements: Announcements = {
    onDragStart: ({ active }) => placed(t.grabbed, active.id, active.id),
    // A picture is over its own place as soon as it is picked up; that must not replace what was said of it.
    onDragOver: ({ active, over }) => (over ? placed(over.id === active.id ? t.grabbed : t.moved, active.id, over.id) : undefined),
    onDragEnd: ({ active, over }) => placed(t.dropped, active.id, (over ?? active).id),
    onDragCancel: ({ active }) => placed(t.putBack, active.id, active.id),
  }
  const end = ({ active, over }: DragEndEvent) => {
    const [from, to] = [urls.indexOf(String(active.id)), urls.indexOf(String(over?.id))]
    if (to >= 0 && from !== to) onOrder(arrayMove(urls, from, to))
  }
  return (
    <DndContext
      sensors={sensors}
      modifiers={[({ transform }) => ({ ...transform, x: 0 })]}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t.moveHelp } }}
      onDragEnd={end}
    >
      <SortableContext items={urls} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}
