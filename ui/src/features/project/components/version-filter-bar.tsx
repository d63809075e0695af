import { Button } from '@/components/ui/button'
import { NativeSelect } from '@/components/ui/native-select'
import type { Places } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'
import { loaderName } from '@/lib/loaders'
import { replaced, type VersionSearch } from '../model/version-list'
import ui from '@/components/ui/ui.module.css'
import versionsScreenCss from './versions-screen.module.css'

type VersionFilterBarProps = {
  places: Places
  search: VersionSearch
  /** How many fit. */
  total: number | undefined
  onSearch: (search: VersionSearch) => void
}

const ALL = ''

/** Filters above the list of versions. A tag in the list adds to them; here one value is chosen at a time. */
export function VersionFilterBar({ places, search, total, onSearch }: VersionFilterBarProps) {
  const { game_versions: games, loaders, version_types: channels } = places
  const choose = (key: 'g' | 'l' | 'c') => (value: string) => onSearch(replaced(search, key, value === ALL ? [] : [value]))
  const options = (all: string, values: readonly string[], name: (value: string) => string, chosen: readonly string[] | undefined) => [
    { value: ALL, label: all },
    ...(chosen && chosen.length > 1 ? [{ value: chosen.join(), label: chosen.map(name).join('、') }] : []),
    ...values.map((value) => ({ value, label: name(value) })),
  ]
  const same = (value: string) => value
  const channelName = (value: string) => t.channels[value as keyof typeof t.channels]
  return (
    <div className={versionsScreenCss.bar}>
      {games.length > 0 ? (
        <NativeSelect
          size="sm"
          label={t.filterGame}
          prefix={t.filterGame}
          value={(search.g ?? []).join()}
          onValue={choose('g')}
          options={options(t.any, games, same, search.g)}
        />
      ) : null}
      {loaders.length > 1 ? (
        <NativeSelect
          size="sm"
          label={t.filterLoader}
          prefix={t.filterLoader}
          value={(search.l ?? []).join()}
          onValue={choose('l')}
          options={options(t.any, loaders, loaderName, search.l)}
        />
      ) : null}
      {channels.length > 1 ? (
        <NativeSelect
          size="sm"
          label={t.filterChannel}
          prefix={t.filterChannel}
          value={(search.c ?? []).join()}
          onValue={choose('c')}
          options={options(t.any, channels, channelName, search.c)}
        />
      ) : null}
      <span className={cn(ui.text13, ui.muted, ui.tabular)} role="status">
        {total === undefined ? null : t.count(formatExact(total))}
      </span>
      {search.g || search.l || search.c ? (
        <Button kind="quiet" size="sm" onClick={() => onSearch({})}>
          {t.clear}
        </Button>
      ) : null}
    </div>
  )
}
