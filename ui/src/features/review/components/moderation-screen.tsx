import { ErrorCard, Forbidden } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import { useProject } from '@/lib/project-queries'
import { viewerOf } from '@/lib/viewer'
import type { ProjectPage } from '@/lib/api/types'
import { useSession } from '@/lib/session'
import { useHistory, useNow } from '../hooks'
import { Progress } from './progress'
import { Timeline, TimelineBones } from './timeline'
import ui from '@/components/ui/ui.module.css'
import css from './moderation-screen.module.css'

/** Where a project stands with the moderators, for its members and the staff. */
export function ModerationScreen({ id }: { id: string }) {
  const project = useProject(id)
  const user = useSession()
  if (!project || user === undefined) return <TimelineBones />
  const viewer = viewerOf(project, user)
  if (!viewer.inside) return <Forbidden />
  return <Review project={project} member={Boolean(viewer.member)} />
}

function Review({ project, member }: { project: ProjectPage; member: boolean }) {
  const history = useHistory(project)
  const now = useNow()
  return (
    <div className={css.root}>
      <div className={cn(ui.pile, css.side)}>
        <Progress project={project} history={history.data} member={member} now={now} />
      </div>
      <div className={css.main}>
        {history.data ? (
          <Timeline entries={history.data.entries} now={now} />
        ) : history.isError ? (
          <ErrorCard error={history.error} onRetry={() => void history.refetch()} />
        ) : (
          <TimelineBones />
        )}
      </div>
    </div>
  )
}
