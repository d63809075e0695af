import { useQuery } from '@tanstack/react-query'
import type { VersionPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatBytes } from '@/lib/format'
import { formatGameVersions } from '@/lib/game-versions'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { loaderName } from '@/lib/loaders'
import { tagQueries } from '@/lib/tags'
import { compare, type Difference } from '../../model/compare'
import type { VersionDraft } from '../../model/version-draft'
import keyValuesCss from '@/components/ui/key-values.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './version-compare.module.css'

type VersionCompareProps = { draft: VersionDraft; previous: VersionPage; size: number | undefined }

/** How this version differs from the last one, so that what was left out by mistake is seen. */
export function VersionCompare({ draft, previous, size }: VersionCompareProps) {
  const { data: all = [] } = useQuery(tagQueries.gameVersions())
  const now = compare(draft, previous)
  const before = previous.files.find((file) => file.primary)?.size
  return (
    <section className={ui.card}>
      <header className={ui.cardHead}>
        <h2>{t.compare(previous.version_number)}</h2>
      </header>
      <dl className={cn(keyValuesCss.root, css.root)}>
        {size !== undefined && before !== undefined ? (
          <>
            <dt>{t.size}</dt>
            <dd>
              {formatBytes(before)} → {formatBytes(size)}
            </dd>
          </>
        ) : null}
        <dt>{t.gameVersions}</dt>
        <dd>
          <Changes value={{ more: formatGameVersions(now.gameVersions.more, all), less: formatGameVersions(now.gameVersions.less, all) }} />
        </dd>
        <dt>{t.loaders}</dt>
        <dd>
          <Changes value={{ more: now.loaders.more.map(loaderName), less: now.loaders.less.map(loaderName) }} />
        </dd>
        <dt>{t.dependencies}</dt>
        <dd>
          {now.dependencies.more.length + now.dependencies.less.length === 0
            ? t.same
            : t.dependencyChange(now.dependencies.more.length, now.dependencies.less.length)}
        </dd>
      </dl>
    </section>
  )
}

function Changes({ value }: { value: Difference }) {
  if (value.more.length + value.less.length === 0) return t.same
  return (
    <>
      {value.more.length > 0 ? <span>{t.more(value.more.slice(0, 6).join('、'))} </span> : null}
      {value.less.length > 0 ? <span className={ui.warn}>{t.less(value.less.slice(0, 6).join('、'))}</span> : null}
    </>
  )
}
