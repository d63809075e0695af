import { useQuery } from '@tanstack/react-query'
import { NativeSelect } from '@/components/ui/native-select'
import { cn } from '@/lib/cn'
import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { loaderName } from '@/lib/loaders'
import { tagQueries } from '@/lib/tags'
import { useGameSetup } from '@/stores/game-setup'
import ui from '@/components/ui/ui.module.css'
import css from './carry.module.css'

const ANY = ''
const SHOWN_VERSIONS = 40
const loaders = ['fabric', 'neoforge', 'forge', 'quilt'] as const

/** What the visitor plays: chosen once, used by search, versions and downloads. */
export function Carry() {
  const { gameVersion, loader, play } = useGameSetup()
  const known = useQuery(tagQueries.gameVersions())
  const releases = (known.data ?? []).filter((one) => one.version_type === 'release').slice(0, SHOWN_VERSIONS)
  const versions = releases.map(({ version }) => ({ value: version, label: t.javaVersion(version) }))
  const kept =
    gameVersion && !versions.some((one) => one.value === gameVersion) ? [{ value: gameVersion, label: t.javaVersion(gameVersion) }] : []
  return (
    <div className={css.root}>
      <span>{t.playing}</span>
      <NativeSelect
        size="sm"
        label={t.gameVersion}
        value={gameVersion}
        onValue={(value) => play({ gameVersion: value })}
        options={[{ value: ANY, label: t.anyVersion }, ...kept, ...versions]}
      />
      <NativeSelect
        size="sm"
        label={t.loader}
        value={loader}
        onValue={(value) => play({ loader: value })}
        options={[
          { value: ANY, label: t.anyLoader },
          ...(loader && !loaders.some((one) => one === loader) ? [{ value: loader, label: loaderName(loader) }] : []),
          ...loaders.map((value) => ({ value, label: loaderName(value) })),
        ]}
      />
      <span className={cn(ui.subtle, ui.hideS)}>{t.remembered}</span>
    </div>
  )
}
