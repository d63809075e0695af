import { useQuery } from '@tanstack/react-query'
import { PathLink } from '@/components/layout/path-link'
import { Prose } from '@/components/markdown/prose'
import { Bone, ErrorCard } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import type { ProjectPage, VersionPage } from '@/lib/api/types'
import { formatExact } from '@/lib/format'
import { compareText as t } from '@/lib/i18n/zh-Hans/compare'
import { versionParams } from '@/lib/links'
import ui from '@/components/ui/ui.module.css'
import { betweenQuery } from '../model/between-query'
import { demoteHeadings } from '../model/body'
import versionScreenCss from './version-screen.module.css'
import css from './compare-screen.module.css'

type ChangesProps = { project: ProjectPage; before: VersionPage; after: VersionPage }

/** The changelogs after the older version up to the newer one. */
export function CompareChanges({ project, before, after }: ChangesProps) {
  const between = useQuery(betweenQuery(project.id, before.id, after.id))
  const { data } = between
  const told = data?.changes.filter((one) => one.changelog_html.trim())
  return (
    <section className={versionScreenCss.block}>
      <h3>{t.changes}</h3>
      {between.isError ? <ErrorCard error={between.error} onRetry={() => void between.refetch()} /> : null}
      {between.isLoading ? <Bone h={120} /> : null}
      {data && data.total > data.changes.length ? (
        <p className={ui.small}>{t.tooMany(formatExact(data.changes.length), formatExact(data.total))}</p>
      ) : null}
      {told?.length === 0 ? <p className={ui.subtle}>{t.noChanges}</p> : null}
      <ol className={css.changes}>
        {told?.map((one) => (
          <li key={one.id}>
            <h4>
              <PathLink to="/$type/$id/version/$version" params={versionParams(project, one.id)}>
                {one.version_number}
              </PathLink>{' '}
              <Ago className={ui.small} time={one.date_published} />
            </h4>
            <Prose className={'prose-small'} html={demoteHeadings(one.changelog_html)} />
          </li>
        ))}
      </ol>
    </section>
  )
}
