import { useQuery } from '@tanstack/react-query'
import { FileX } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage, VersionPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { compareText as t } from '@/lib/i18n/zh-Hans/compare'
import { projectParams } from '@/lib/links'
import { useProject } from '@/lib/project-inside'
import { versionQueries } from '@/lib/version-queries'
import type { CompareSearch } from '../model/compare-search'
import { CompareChanges } from './compare-changes'
import { CompareDependencies } from './compare-dependencies'
import { CompareFiles } from './compare-files'
import { ComparePlaces } from './compare-places'
import { ComparePick } from './compare-pick'
import ui from '@/components/ui/ui.module.css'

/** The versions of an address; without them, the newest and the one before it. */
function useVersions(project: ProjectPage | undefined, { from, to }: CompareSearch) {
  const id = project?.id ?? ''
  const newest = to ?? project?.versions[0]?.id
  const after = useQuery({ ...versionQueries.version(id, newest ?? ''), enabled: newest !== undefined })
  const earlier = from ?? after.data?.older?.id
  const before = useQuery({ ...versionQueries.version(id, earlier ?? ''), enabled: project !== undefined && earlier !== undefined })
  return { after, before, alone: after.data !== undefined && earlier === undefined }
}

/** Two versions of a project side by side. */
export function CompareScreen({ id, search }: { id: string; search: CompareSearch }) {
  const project = useProject(id)
  const { after, before, alone } = useVersions(project, search)
  const failed = [after, before].find((one) => one.isError)
  if (project && (ApiError.is(failed?.error, 404) || project.versions.length === 0)) {
    return (
      <Empty className={ui.card} level={2} icon={FileX} title={t.missing} hint={t.missingHint}>
        <PathLink className={buttonClass()} to="/$type/$id/compare" params={projectParams(project)}>
          {t.pick}
        </PathLink>
      </Empty>
    )
  }
  if (failed) return <ErrorCard error={failed.error} onRetry={() => void failed.refetch()} />
  if (project && alone) return <Empty className={ui.card} level={2} icon={FileX} title={t.onlyOne} />
  if (!project || !after.data || !before.data) {
    return (
      <Loading className={cn(ui.card, ui.cardPad)}>
        <Bone h={480} />
      </Loading>
    )
  }
  const [old, now] = inOrder(before.data, after.data)
  return (
    <article className={cn(ui.card, ui.flushS)}>
      <ComparePick project={project} before={old} after={now} />
      {old.id === now.id ? (
        <p className={cn(ui.muted, ui.around16)}>{t.same}</p>
      ) : (
        <>
          <ComparePlaces before={old} after={now} />
          <CompareFiles before={old} after={now} />
          <CompareDependencies project={project} before={old} after={now} />
          <CompareChanges project={project} before={old} after={now} />
        </>
      )}
    </article>
  )
}

/** The older version first, in whatever order the address names them. */
function inOrder(a: VersionPage, b: VersionPage): [VersionPage, VersionPage] {
  return Date.parse(a.date_published) <= Date.parse(b.date_published) ? [a, b] : [b, a]
}
