import { lazy, Suspense } from 'react'
import { ErrorCard, Forbidden } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import { useProject } from '@/lib/project-inside'
import { viewerOf } from '@/lib/viewer'
import { useLive } from '@/lib/live'
import { SinceSubmission } from '@/features/history/parts'
import { ProjectThread } from '@/features/report/parts'
import type { ProjectPage } from '@/lib/api/types'
import { useSession } from '@/lib/session'
import { useHistory, useNow } from '../hooks'
import { undoTopics } from '../undo-api'
import { roundCount } from '../model/history'
import { mendingOf } from '../model/mend'
import { Mend } from './mend'
import { Progress } from './progress'
import { Timeline, TimelineBones } from './timeline'
import ui from '@/components/ui/ui.module.css'
import css from './moderation-screen.module.css'

const noTopics: string[] = []
const StoredFiles = lazy(() => import('./stored-files'))

/** The state of a project's review, for its members and staff. */
export function ModerationScreen({ id }: { id: string }) {
  const project = useProject(id)
  const user = useSession()
  if (!project || user === undefined) return <TimelineBones />
  const viewer = viewerOf(project, user)
  if (!viewer.inside) return <Forbidden />
  return <Review project={project} member={Boolean(viewer.member)} staff={viewer.staff} admin={user?.role === 'admin'} me={user?.id} />
}

type ReviewProps = { project: ProjectPage; member: boolean; staff: boolean; admin: boolean; me: string | undefined }

function Review({ project, member, staff, admin, me }: ReviewProps) {
  const history = useHistory(project)
  const now = useNow()
  useLive(staff ? undoTopics : noTopics)
  const entries = history.data?.entries ?? []
  const mending = mendingOf(entries)
  const talks = project.status !== 'draft' && Boolean(project.thread_id)
  const below = (
    <>
      {staff ? <StoredFiles project={project.id} admin={admin} /> : null}
      {roundCount(entries) > 0 ? (
        <SinceSubmission className={ui.card} project={project} staff={staff && !member} open={mending !== undefined} />
      ) : null}
    </>
  )
  return (
    <div className={css.root}>
      <div className={cn(ui.pile, css.side)}>
        <Progress project={project} history={history.data} member={member} now={now} />
        {mending && me && member && (project.status === 'rejected' || project.status === 'withheld') ? (
          <Mend key={mending.position} project={project} decision={mending} me={me} />
        ) : null}
      </div>
      <div className={cn(ui.pile, css.main)}>
        {history.data ? (
          <Timeline project={project} entries={history.data.entries} now={now} undo={history.data.undo} talks={talks} />
        ) : history.isError ? (
          <ErrorCard error={history.error} onRetry={() => void history.refetch()} />
        ) : (
          <TimelineBones />
        )}
        {/* Together, the one that grows last below the others: what comes later moves nothing. */}
        <Suspense>
          {talks && project.thread_id ? (
            <ProjectThread id={project.thread_id} project={project} staff={staff && (!member || admin)} member={member} me={me}>
              {below}
            </ProjectThread>
          ) : (
            below
          )}
        </Suspense>
      </div>
    </div>
  )
}
