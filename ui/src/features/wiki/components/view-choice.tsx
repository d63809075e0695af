import { Segmented } from '@/components/ui/segmented'
import { wikiReviewText as t } from '@/lib/i18n/zh-Hans/wiki-review'
import { useMedia } from '@/lib/use-media'
import type { PartViewMode } from '../model/views'

const all = ['side', 'merged', 'rendered'] as const
const narrow = ['merged', 'rendered'] as const

/** The view that is shown: two sides do not fit on a narrow screen. */
export function useShownMode(mode: PartViewMode): PartViewMode {
  const small = useMedia('(max-width: 767px)')
  return small && mode === 'side' ? 'merged' : mode
}

/** How the two states of a text are shown. */
export function ViewChoice({ mode, onMode }: { mode: PartViewMode; onMode: (mode: PartViewMode) => void }) {
  const small = useMedia('(max-width: 767px)')
  return (
    <Segmented
      label={t.view}
      value={useShownMode(mode)}
      onValue={onMode}
      segments={(small ? narrow : all).map((value) => ({ value, label: t.views[value] }))}
    />
  )
}
