import { Tag } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { NativeSelect } from '@/components/ui/native-select'
import { serverHistoryText } from '@/lib/i18n/zh-Hans/server-history'
import { isDays, isFiltered, isGroup, type Doer, type Filter } from '../model/filter'
import toolbarCss from '@/components/ui/toolbar.module.css'
import css from './server-history.module.css'

const t = serverHistoryText.filter
const ALL = ''

const optionsOf = (all: string, words: Readonly<Record<string, string>>) => [
  { value: ALL, label: all },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
]

type FilterBarProps = { filter: Filter; doers: readonly Doer[]; onFilter: (filter: Filter) => void }

/** What of the history is listed: by kind, by who it was, by what means, and by time. */
export function FilterBar({ filter, doers, onFilter }: FilterBarProps) {
  const { kind, by, time, token } = filter
  const people = [{ value: ALL, label: t.everybody }, ...doers.map(({ id, name }) => ({ value: id, label: name }))]
  // Somebody who has left, and whose entries are not loaded yet.
  if (by !== undefined && !doers.some(({ id }) => id === by)) people.push({ value: by, label: by })
  const given = (value: string) => (value === ALL ? undefined : value)
  return (
    <div className={toolbarCss.root}>
      <NativeSelect
        className={css.choice}
        size="sm"
        label={t.kind}
        value={isGroup(kind) ? kind : ALL}
        options={optionsOf(t.everything, t.groups)}
        onValue={(value) => onFilter({ ...filter, kind: given(value) })}
      />
      <NativeSelect
        className={css.choice}
        size="sm"
        label={t.by}
        value={by ?? ALL}
        options={people}
        onValue={(value) => onFilter({ ...filter, by: given(value) })}
      />
      <NativeSelect
        className={css.choice}
        size="sm"
        label={t.time}
        value={isDays(time) ? time : ALL}
        options={optionsOf(t.always, t.days)}
        onValue={(value) => onFilter({ ...filter, time: given(value) })}
      />
      {token === undefined ? null : <Tag line>{t.token(token)}</Tag>}
      {isFiltered(filter) ? (
        <Button size="sm" kind="quiet" onClick={() => onFilter({ entry: filter.entry })}>
          {t.clear}
        </Button>
      ) : null}
    </div>
  )
}
