import { useQuery } from '@tanstack/react-query'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Bone, ErrorCard } from '@/components/ui/feedback'
import type { ProjectPage, VersionPage } from '@/lib/api/types'
import { compareText as t } from '@/lib/i18n/zh-Hans/compare'
import { versionText } from '@/lib/i18n/zh-Hans/versions'
import { projectParams } from '@/lib/links'
import { versionQueries } from '@/lib/version-queries'
import ui from '@/components/ui/ui.module.css'
import { compareDependencies, type DependencyChange } from '../model/compare'
import versionScreenCss from './version-screen.module.css'
import css from './compare-screen.module.css'

const kinds = versionText.dependency

function said({ before, after }: DependencyChange): string {
  if (before && after) return t.becomes(kinds[before], kinds[after])
  return after ? `${t.dependencyNew} · ${kinds[after]}` : `${t.dependencyGone} · ${before ? kinds[before] : ''}`
}

type DependenciesProps = { project: ProjectPage; before: VersionPage; after: VersionPage }

/** The dependencies that came, went or changed. */
export function CompareDependencies({ project, before, after }: DependenciesProps) {
  const old = useQuery(versionQueries.needs(project.id, before.id))
  const now = useQuery(versionQueries.needs(project.id, after.id))
  const failed = [old, now].find((one) => one.isError)
  return (
    <section className={versionScreenCss.block}>
      <h3>{t.dependencies}</h3>
      {failed ? <ErrorCard error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      {old.data && now.data ? (
        <Changes {...compareDependencies(old.data.dependencies, now.data.dependencies)} />
      ) : failed ? null : (
        <Bone h={40} />
      )}
    </section>
  )
}

function Changes({ changes, kept }: ReturnType<typeof compareDependencies>) {
  if (changes.length === 0) return <p className={ui.subtle}>{kept > 0 ? t.unchanged : t.noDependencies}</p>
  return (
    <ul className={css.list}>
      {changes.map((change) => {
        const { project, file_name: file } = change.need
        return (
          <li key={change.key}>
            <Badge tone={change.after ? (change.after === 'incompatible' ? 'bad' : 'ok') : 'neutral'}>{said(change)}</Badge>
            {project ? (
              <PathLink className={ui.link} to="/$type/$id" params={projectParams(project)}>
                {project.title}
              </PathLink>
            ) : (
              <span>{file ?? t.unknownProject}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
