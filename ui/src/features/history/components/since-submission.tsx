import { useQuery } from '@tanstack/react-query'
import { PathLink } from '@/components/layout/path-link'
import { ErrorCard } from '@/components/ui/feedback'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { historyText as t } from '@/lib/i18n/zh-Hans/history'
import { projectParams } from '@/lib/links'
import ui from '@/components/ui/ui.module.css'
import { historyQueries } from '../api'
import { ChangesView } from './changes-view'
import css from './since-submission.module.css'

type SinceSubmissionProps = { project: ProjectPage; open?: boolean; staff: boolean; className?: string | undefined }

/** What changed since the last submission: for the author before the next one, for the moderator from the second round on. */
export default function SinceSubmission({ project, open, staff, className }: SinceSubmissionProps) {
  const changes = useQuery(historyQueries.changes(project.id, {}))
  if (changes.isError) return <ErrorCard className={className} error={changes.error} onRetry={() => void changes.refetch()} />
  const { data } = changes
  if (!data?.from) return null
  // Both see the same list; a decision between the two submissions says nothing about the work.
  const shown = { ...data, fields: data.fields.filter((field) => field.field !== 'status') }
  return (
    <details className={cn(css.root, className)} open={open}>
      <summary>
        <h2>{t.since.title}</h2>
        <span className={ui.small}>{t.since.summary(shown.fields.length, shown.pictures.length, shown.total)}</span>
      </summary>
      <p className={cn(ui.small, css.lead)}>
        <span>{staff ? t.since.staff(data.from.round) : t.since.author}</span>
        <PathLink
          className={ui.link}
          to="/$type/$id/history"
          params={projectParams(project)}
          search={{ from: data.from.position, show: 'changes' }}
        >
          {t.openHistory}
        </PathLink>
      </p>
      <ChangesView changes={shown} />
    </details>
  )
}
