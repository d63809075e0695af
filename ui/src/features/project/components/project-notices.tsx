import { useRouterState } from '@tanstack/react-router'
import { Suspense } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatDateTime } from '@/lib/format'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { projectParams } from '@/lib/links'
import type { Viewer } from '@/lib/viewer'
import { titles } from '@/lib/titles'
import { PublishingChecklist } from '@/features/manage/parts'
import { QueuePlace, Verdict } from '@/features/review/parts'
import { Invitation } from './invitation'
import ui from '@/components/ui/ui.module.css'
import css from './project-notices.module.css'

/** What a reader or member must know before anything else on the page. */
export function ProjectNotices({ project, viewer, dense }: { project: ProjectPage; viewer: Viewer; dense: boolean }) {
  const refused = project.status === 'rejected' || project.status === 'withheld'
  // The page of a version says itself what is missing there, and its first field would be far down.
  const onVersion = useRouterState({ select: (state) => state.location.pathname.split('/')[3] === 'version' }) && dense
  // The moderation tab has the button itself, and says what is missing when it is pressed.
  const inModeration = useRouterState({ select: (state) => state.location.pathname.split('/')[3] === 'moderation' })
  const notices = [
    project.status === 'archived' ? (
      <Note key="archived" tone="warn">
        {t.archived(titles(project).title)}
      </Note>
    ) : null,
    viewer.invitation ? <Invitation key="invited" invitation={viewer.invitation} /> : null,
    // On a page of work the checklist has the link too.
    viewer.member && refused && !dense ? (
      <Note
        key="refused"
        tone="bad"
        actions={
          inModeration ? undefined : (
            <PathLink className={buttonClass({ size: 'sm' })} to="/$type/$id/moderation" params={projectParams(project)}>
              {t.toModeration}
            </PathLink>
          )
        }
      >
        {t.refused(t.statuses[project.status] ?? project.status)}
        {inModeration ? null : (
          <>
            <Suspense>
              <Verdict project={project} />
            </Suspense>
            <p className={ui.text13}>{t.resubmitHow}</p>
          </>
        )}
      </Note>
    ) : null,
    viewer.inside && project.status === 'processing' && !inModeration ? (
      <Note
        key="processing"
        actions={
          <PathLink className={buttonClass({ size: 'sm' })} to="/$type/$id/moderation" params={projectParams(project)}>
            {t.toModeration}
          </PathLink>
        }
      >
        {t.inReview}
        <Suspense>
          <QueuePlace project={project} />
        </Suspense>
      </Note>
    ) : null,
    viewer.inside && t.onlyInside[project.status] ? (
      <Note key="inside">{project.schedule ? t.scheduledFor(formatDateTime(project.schedule.time)) : t.onlyInside[project.status]}</Note>
    ) : null,
    !viewer.member && project.status === 'withheld' ? (
      <Note key="withheld" tone="warn">
        {t.withheldNote}
      </Note>
    ) : null,
    viewer.member && !inModeration && !onVersion && (refused || project.status === 'draft') ? (
      <Suspense key="checklist">
        <PublishingChecklist project={project} />
      </Suspense>
    ) : null,
  ].filter((notice) => notice !== null)
  return notices.length > 0 ? <div className={cn(ui.stack, dense ? css.dense : ui.below16)}>{notices}</div> : null
}
