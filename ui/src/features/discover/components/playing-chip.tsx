import { Gamepad2, X } from 'lucide-react'
import { cn } from '@/lib/cn'
import type { ContentType } from '@/lib/content-types'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { loaderName } from '@/lib/loaders'
import { playingFor, usePlaying } from '@/stores/carry'
import { canNarrow, isNarrowed, toggleNarrowed } from '../model/playing'
import type { ListingSearch } from '../model/search-state'
import chipCss from '@/components/ui/chip.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './playing-chip.module.css'

type PlayingChipProps = { type: ContentType; search: ListingSearch; onSearch: (search: ListingSearch) => void }

/** What the visitor plays, remembered from before: one press leaves only what fits. */
export function PlayingChip({ type, search, onSearch }: PlayingChipProps) {
  const all = usePlaying()
  const playing = playingFor(all, type.id)
  if (!canNarrow(type, playing) || isNarrowed(type, search, playing)) return null
  const words = [type.id === 'software' ? '' : playing.gameVersion, playing.loader && loaderName(playing.loader)]
    .filter(Boolean)
    .join(' · ')
  return (
    <span className={cn(chipCss.root, css.root)}>
      <button type="button" className={css.main} onClick={() => onSearch(toggleNarrowed(type, search, playing))}>
        <Gamepad2 className={ui.icon14} aria-hidden />
        {t.onlyFitting(words)}
      </button>
      <button type="button" aria-label={t.forgetPlaying} title={t.forgetPlaying} onClick={all.forget}>
        <X className={ui.icon14} aria-hidden />
      </button>
    </span>
  )
}
