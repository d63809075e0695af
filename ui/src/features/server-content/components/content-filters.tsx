import { Search } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { SearchInput } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import type { Kind, Mod } from '@/lib/hosting/content'
import { serverContentText as t } from '@/lib/i18n/zh-Hans/server-content'
import { countsOf, isState, type Filter } from '../model/mod'
import toolbarCss from '@/components/ui/toolbar.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-content.module.css'

const ALL = ''
const kinds = Object.keys(t.kinds) as Kind[]

type ContentFiltersProps = { list: readonly Mod[]; filter: Filter; onFilter: (filter: Filter) => void }

/** What of the content is listed: by its name, its kind and its state. */
export function ContentFilters({ list, filter, onFilter }: ContentFiltersProps) {
  const { text, kind, state } = filter
  const counts = countsOf(list)
  const there = kinds.filter((one) => one === kind || list.some((mod) => mod.kind === one))
  return (
    <div className={toolbarCss.root}>
      <SearchInput
        className={css.find ?? ''}
        size="sm"
        value={text}
        onValue={(value) => onFilter({ ...filter, text: value })}
        label={t.find}
        placeholder={t.find}
        icon={<Search className={ui.icon14} aria-hidden />}
      />
      <NativeSelect
        className={css.choice ?? ''}
        size="sm"
        label={t.kindFilter}
        value={kind ?? ALL}
        options={[{ value: ALL, label: t.everyKind }, ...there.map((value) => ({ value, label: t.kinds[value] }))]}
        onValue={(value) => onFilter({ ...filter, kind: there.find((one) => one === value) })}
      />
      <NativeSelect
        className={css.choice ?? ''}
        size="sm"
        label={t.stateFilter}
        value={state ?? ALL}
        options={[
          { value: ALL, label: t.everyState },
          ...Object.entries(t.states).map(([value, name]) => ({
            value,
            label: isState(value) ? t.ofState(name, String(counts[value])) : name,
          })),
        ]}
        onValue={(value) => onFilter({ ...filter, state: isState(value) ? value : undefined })}
      />
      {text || kind || state ? (
        <Button size="sm" kind="quiet" onClick={() => onFilter({ text: '' })}>
          {t.clear}
        </Button>
      ) : null}
    </div>
  )
}
