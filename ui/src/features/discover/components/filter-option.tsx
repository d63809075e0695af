import { Ban, Check, Minus, Plus } from 'lucide-react'
import { CategoryIcon } from '@/components/ui/category-icon'
import { LoaderTag } from '@/components/ui/loader-tag'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import type { FilterOption as Option } from '../model/filter-groups'
import { negatedFacet, type OptionState } from '../model/toggle'
import { useLongPress } from '../use-long-press'
import ui from '@/components/ui/ui.module.css'
import groupCss from './filter-group.module.css'
import css from './filter-option.module.css'

type FilterOptionProps = {
  option: Option
  state: OptionState
  count: number | undefined
  onInclude: () => void
  onExclude: () => void
}

/** One option: a press includes it; the button at its end, or a long touch, excludes it. */
export function FilterOption({ option, state, count, onInclude, onExclude }: FilterOptionProps) {
  const out = state === 'out'
  const Box = out ? Minus : Check
  const negatable = negatedFacet(option) !== undefined
  const press = useLongPress(onInclude, negatable ? onExclude : undefined)
  return (
    <li
      className={cn(
        css.root,
        option.unlabelled && groupCss.unlabelled,
        state === 'in' && css.in,
        out && css.out,
        count === 0 && state === 'off' && css.none,
      )}
    >
      <button type="button" className={css.main} aria-pressed={state === 'in'} title={option.label} {...press}>
        <span className={css.box}>{state === 'off' ? null : <Box className={ui.icon} aria-hidden />}</span>
        <span className={css.name}>
          {option.category ? <CategoryIcon name={option.category} className={ui.icon14} /> : null}
          {option.loader ? <LoaderTag id={option.loader} /> : option.label}
        </span>
        {out ? <span className={ui.visuallyHidden}>{t.exclude}</span> : null}
      </button>
      {count === undefined || out ? null : <span className={css.number}>{formatExact(count)}</span>}
      {negatable ? (
        <button
          type="button"
          className={css.not}
          aria-pressed={out}
          title={out ? t.include : t.exclude}
          aria-label={t.excludeOption(option.label)}
          onClick={onExclude}
        >
          {out ? <Plus className={ui.icon14} aria-hidden /> : <Ban className={ui.icon14} aria-hidden />}
        </button>
      ) : null}
    </li>
  )
}
