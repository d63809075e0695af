import { useQuery } from '@tanstack/react-query'
import type { VersionPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatGameVersions } from '@/lib/game-versions'
import { compareText as t } from '@/lib/i18n/zh-Hans/compare'
import { loaderName } from '@/lib/loaders'
import { tagQueries } from '@/lib/tags'
import { Tag } from '@/components/ui/badge'
import ui from '@/components/ui/ui.module.css'
import { difference } from '../model/compare'
import versionScreenCss from './version-screen.module.css'
import css from './compare-screen.module.css'

type Sides = { before: VersionPage; after: VersionPage }

/** The game versions and loaders that came and went. */
export function ComparePlaces({ before, after }: Sides) {
  const known = useQuery(tagQueries.gameVersions())
  const games = difference(before.game_versions, after.game_versions)
  const loaders = difference(before.loaders, after.loaders)
  const ranges = (names: string[]) => formatGameVersions(names, known.data ?? [])
  return (
    <section className={cn(versionScreenCss.block, css.places)}>
      <Changed title={t.games} added={ranges(games.added)} removed={ranges(games.removed)} />
      <Changed title={t.loaders} added={loaders.added.map(loaderName)} removed={loaders.removed.map(loaderName)} />
    </section>
  )
}

function Changed({ title, added, removed }: { title: string; added: readonly string[]; removed: readonly string[] }) {
  return (
    <div>
      <h3>{title}</h3>
      {added.length + removed.length === 0 ? <p className={ui.subtle}>{t.unchanged}</p> : null}
      <Names label={t.added} names={added} className={css.came} />
      <Names label={t.removed} names={removed} className={css.went} />
    </div>
  )
}

function Names({ label, names, className }: { label: string; names: readonly string[]; className: string | undefined }) {
  if (names.length === 0) return null
  return (
    <p className={cn(css.names, className)}>
      <small>{label}</small>
      {names.map((name) => (
        <Tag key={name}>{name}</Tag>
      ))}
    </p>
  )
}
