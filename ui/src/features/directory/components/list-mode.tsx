import { LayoutGrid, List } from 'lucide-react'
import { Segmented } from '@/components/ui/segmented'
import { directoryText as t } from '@/lib/i18n/zh-Hans/directory'
import type { Place } from '@/lib/places'
import { usePrefs } from '@/stores/prefs'
import ui from '@/components/ui/ui.module.css'

/** The kinds of pages whose mode a place has; the other places are lists. */
const kinds: Partial<Record<Place, string>> = { users: 'user', collections: 'collection' }

/** How a place is shown: the galleries of the preferences have no pictures here. */
export function useListMode(place: Place): 'list' | 'grid' {
  const mode = usePrefs((state) => state.searchDisplayMode[kinds[place] ?? ''] ?? 'list')
  return mode === 'list' ? 'list' : 'grid'
}

/** List or grid, remembered for people and for collections. */
export function ListMode({ place }: { place: Place }) {
  const mode = useListMode(place)
  const choose = usePrefs((state) => state.setDisplayMode)
  const kind = kinds[place]
  if (!kind) return null
  return (
    <Segmented
      label={t.mode}
      value={mode}
      onValue={(next) => choose(kind, next)}
      iconsOnly
      segments={[
        { value: 'list', label: t.modes.list, icon: <List className={ui.icon} aria-hidden /> },
        { value: 'grid', label: t.modes.grid, icon: <LayoutGrid className={ui.icon} aria-hidden /> },
      ]}
    />
  )
}
