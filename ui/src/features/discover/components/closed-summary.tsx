import { cn } from '@/lib/cn'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import type { FilterOption as Option } from '../model/filter-groups'
import ui from '@/components/ui/ui.module.css'
import css from './filter-group.module.css'

/** The active filters of a closed group. */
export default function ClosedSummary({ picked, excluded }: { picked: readonly Option[]; excluded: readonly Option[] }) {
  if (picked.length + excluded.length === 0) return null
  return (
    <p className={cn(css.summary, ui.text12)}>
      {picked.map((option) => option.label).join('、')}
      {excluded.length > 0 ? <span className={css.out}>{` ${t.exclude} ${excluded.map((option) => option.label).join('、')}`}</span> : null}
    </p>
  )
}
