import { useQuery } from '@tanstack/react-query'
import { Popover } from '@/components/ui/popover'
import type { ListedVersion } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { firstRanges, formatGameVersions, newestFirst } from '@/lib/game-versions'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'
import { tagQueries } from '@/lib/tags'
import tagCss from '@/components/ui/tag.module.css'
import sidebarCss from './sidebar.module.css'
import versionsScreenCss from './versions-screen.module.css'

const SEPARATE_UP_TO = 2

type VersionRowGamesProps = { version: ListedVersion; chosen: readonly string[]; onFilter: (name: string) => void }

/** The game versions of a row: a few by name, many as ranges that open into all of them. */
export function VersionRowGames({ version, chosen, onFilter }: VersionRowGamesProps) {
  const known = useQuery(tagQueries.gameVersions())
  const ordered = newestFirst(version.game_versions, known.data ?? [])
  const names = [...ordered.filter((name) => chosen.includes(name)), ...ordered.filter((name) => !chosen.includes(name))]
  const buttons = names.map((name) => {
    const on = chosen.includes(name)
    return (
      <button
        key={name}
        type="button"
        className={cn(tagCss.root, versionsScreenCss.tagButton, on && versionsScreenCss.on)}
        aria-pressed={on}
        onClick={() => onFilter(name)}
        title={on ? t.filterOff(name) : t.filterBy(name)}
      >
        {name}
      </button>
    )
  })
  if (names.length <= SEPARATE_UP_TO) return <div className={sidebarCss.versions}>{buttons}</div>
  const first = names.find((name) => chosen.includes(name))
  const ranges = formatGameVersions(names, known.data ?? []).filter((range) => range !== first)
  if (first !== undefined) ranges.unshift(first)
  return (
    <div className={sidebarCss.versions}>
      <Popover
        label={t.gamesOf(version.version_number)}
        className={versionsScreenCss.games}
        trigger={
          <button
            type="button"
            className={cn(tagCss.root, versionsScreenCss.tagButton, names.some((name) => chosen.includes(name)) && versionsScreenCss.on)}
            aria-label={t.gamesOf(version.version_number)}
            title={names.join('、')}
          >
            {firstRanges(ranges, SEPARATE_UP_TO, names.length)}
          </button>
        }
      >
        <div className={sidebarCss.versions}>{buttons}</div>
      </Popover>
    </div>
  )
}
