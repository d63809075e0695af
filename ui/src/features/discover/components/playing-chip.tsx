import { Gamepad2, X } from 'lucide-react'
import { cn } from '@/lib/cn'
import type { ContentType } from '@/lib/content-types'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { loaderName } from '@/lib/loaders'
import { setupFor, useGameSetup } from '@/stores/game-setup'
import { canNarrow, isNarrowed, toggleNarrowed, unsaidPlaying } from '../model/playing'
import type { ListingSearch } from '../model/search-state'
import chipCss from '@/components/ui/chip.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './playing-chip.module.css'

type PlayingChipProps = { type: ContentType; search: ListingSearch; onSearch: (search: ListingSearch) => void }

const wordsOf = ({ gameVersion, loader }: { gameVersion?: string; loader?: string }) =>
  [gameVersion, loader && loaderName(loader)].filter(Boolean).join(' · ')

/** The game setup: one press filters by what is remembered, or remembers what is filtered by. */
export default function PlayingChip({ type, search, onSearch }: PlayingChipProps) {
  const all = useGameSetup()
  const setup = setupFor(all, type.id)
  const unsaid = unsaidPlaying(type, search, setup)
  if (unsaid)
    return (
      <span className={cn(chipCss.root, css.root)}>
        <button type="button" className={css.main} onClick={() => all.play(unsaid)}>
          <Gamepad2 className={ui.icon14} aria-hidden />
          {t.rememberPlaying(wordsOf(unsaid))}
        </button>
      </span>
    )
  if (!canNarrow(type, setup) || isNarrowed(type, search, setup)) return null
  const words = wordsOf(type.id === 'software' ? { loader: setup.loader } : setup)
  return (
    <span className={cn(chipCss.root, css.root)}>
      <button type="button" className={css.main} onClick={() => onSearch(toggleNarrowed(type, search, setup))}>
        <Gamepad2 className={ui.icon14} aria-hidden />
        {t.onlyFitting(words)}
      </button>
      <button type="button" aria-label={t.forgetPlaying} title={t.forgetPlaying} onClick={all.forget}>
        <X className={ui.icon14} aria-hidden />
      </button>
    </span>
  )
}
