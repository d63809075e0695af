import { useQuery } from '@tanstack/react-query'
import { FileX } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Forbidden, Loading } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import { ApiError } from '@/lib/api/errors'
import { useProject } from '@/lib/project-inside'
import { versionQueries } from '@/lib/version-queries'
import { viewerOf } from '@/lib/viewer'
import { missingVersion } from '@/lib/heads.gen'
import { settingsText } from '@/lib/i18n/zh-Hans/settings'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { versionText } from '@/lib/i18n/zh-Hans/versions'
import { projectParams, versionParams } from '@/lib/links'
import { useSession } from '@/lib/session'
import { ReleasePlan } from '../release-plan'
import { DeleteVersion } from './delete-version'
import { VersionForm } from './version-form'
import ui from '@/components/ui/ui.module.css'

/** The page on which a version is made or, with `version`, changed. */
export function VersionEditor({ id, version: key }: { id: string; version?: string }) {
  const user = useSession()
  const project = useProject(id)
  // A new version is compared with the newest there is.
  const other = key ?? project?.versions[0]?.id
  const found = useQuery({
    ...versionQueries.version(project?.id ?? id, other ?? ''),
    enabled: project !== undefined && other !== undefined,
  })
  const dependencies = useQuery({ ...versionQueries.dependencies(project?.id ?? id), enabled: project !== undefined })
  if (!project || user === undefined) return null
  if (!viewerOf(project, user).inside) return <Forbidden className={ui.above16} text={settingsText.forbidden} />
  const missing = ApiError.is(found.error, 404)
  if (found.isError && !missing) return <ErrorCard error={found.error} onRetry={() => void found.refetch()} />
  if (dependencies.isError) return <ErrorCard error={dependencies.error} onRetry={() => void dependencies.refetch()} />
  if ((other !== undefined && !missing && !found.data) || !dependencies.data) {
    return (
      <Loading className={cn(ui.card, ui.cardPad)}>
        <Bone h={480} />
      </Loading>
    )
  }
  const version = key === undefined ? undefined : found.data
  if (key !== undefined && !version) {
    return (
      <Empty className={ui.card} icon={FileX} title={missingVersion} hint={versionText.missingHint}>
        <PathLink className={buttonClass()} to="/$type/$id/versions" params={projectParams(project)}>
          {versionText.page.back}
        </PathLink>
      </Empty>
    )
  }
  const known = dependencies.data.flatMap((one) =>
    one.project ? [{ id: one.project.id, title: one.project.title, icon_url: one.project.icon_url }] : [],
  )
  return (
    <>
      <VersionForm
        key={version?.id ?? 'new'}
        project={project}
        previous={key === undefined ? found.data : undefined}
        known={known}
        version={version}
        title={version ? t.editTitle(version.version_number) : t.uploadTitle}
        back={
          version ? (
            <PathLink className={ui.link} to="/$type/$id/version/$version" params={versionParams(project, version.id)}>
              {t.toVersion}
            </PathLink>
          ) : null
        }
        actions={version ? <DeleteVersion project={project} version={version} /> : null}
      />
      {version ? <ReleasePlan project={project.id} version={version.id} plan={version.schedule} /> : null}
    </>
  )
}
