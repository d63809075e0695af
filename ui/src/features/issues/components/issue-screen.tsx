import { useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleDot, EyeOff, Lock, Pin } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Bone, Empty, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import { StatedReason } from '@/features/discussion'
import { WatchButton } from '@/features/watch'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { issueListText, issueText as t } from '@/lib/i18n/zh-Hans/issue'
import { useLive } from '@/lib/live'
import { useProject } from '@/lib/project-inside'
import { issueQueries, issueTopic, type Issue } from '../api'
import { issueHref, issueParams, numberOf } from '../model/address'
import { AddressLink } from '@/components/layout/address-link'
import { IssueBody } from './issue-body'
import { IssueSide } from './issue-side'
import { stateName } from './state-icon'
import subjectCss from '@/components/ui/subject.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './issue.module.css'

type ScreenProps = { id: string; part: string; page: number }

/** The page of an issue: its opening text, its comments with what happened between them, and its details beside. */
export function IssueScreen({ id, part, page }: ScreenProps) {
  const project = useProject(id)
  const number = numberOf(part)
  const named = useQuery({
    ...issueQueries.numbered(project?.id ?? '', number ?? 0),
    enabled: project !== undefined && number !== undefined,
  })
  if (!project) return null
  return named.data === undefined ? (
    <Failed error={named.error} onRetry={() => void named.refetch()} />
  ) : (
    <OneIssue key={named.data} project={project} id={named.data} page={page} />
  )
}

function OneIssue({ project, id, page }: { project: ProjectPage; id: string; page: number }) {
  const issue = useQuery(issueQueries.one(id))
  const comments = useQuery(issueQueries.comments(id, page))
  useLive([issueTopic(id)])
  const gone = ApiError.is(issue.error, 404) || ApiError.is(issue.error, 410)
  if (gone || !issue.data) return <Failed error={issue.error} onRetry={() => void issue.refetch()} />
  return (
    <div className={cn(ui.splitSide, css.root)}>
      <div className={ui.pile}>
        <Head project={project} issue={issue.data} />
        {comments.data ? (
          <IssueBody project={project} issue={issue.data} comments={comments.data} page={page} stale={comments.isPlaceholderData} />
        ) : (
          <Failed error={comments.error} onRetry={() => void comments.refetch()} />
        )}
      </div>
      <IssueSide project={project} issue={issue.data} />
    </div>
  )
}

/** What is shown instead of a document: that it is loading, that it failed, or that there is none. */
function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (ApiError.is(error, 404) || ApiError.is(error, 410))
    return (
      <section className={ui.card}>
        <Empty level={2} icon={CircleDot} title={t.missing} />
      </section>
    )
  if (error) return <ErrorCard error={error} onRetry={onRetry} />
  return (
    <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
      {[40, 90, 80, 60].map((width) => (
        <Bone key={width} w={`${width}%`} h={16} />
      ))}
    </Loading>
  )
}

function Head({ project, issue }: { project: ProjectPage; issue: Issue }) {
  const { number, author, can } = issue
  return (
    <>
      <header className={css.head}>
        <nav className={cn(subjectCss.crumb, css.crumb)} aria-label={t.way}>
          <PathLink to="/$type/$id/issues/{-$issue}" params={issueParams(project)}>
            {issueListText.title}
          </PathLink>
          <ChevronRight className={ui.icon} aria-hidden />
          <span>{issueListText.number(number)}</span>
        </nav>
        <h2>{issue.title}</h2>
        <div className={css.facts}>
          <Badge tone={issue.state === 'open' ? 'ok' : issue.state_reason === 'done' ? 'info' : 'neutral'}>{stateName(issue)}</Badge>
          {issue.pinned ? (
            <Badge tone="accent">
              <Pin className={ui.icon12} aria-hidden />
              {issueListText.pinned}
            </Badge>
          ) : null}
          {issue.locked ? (
            <Badge tone="warn">
              <Lock className={ui.icon12} aria-hidden />
              {issueListText.locked}
            </Badge>
          ) : null}
          {issue.hidden ? (
            <Badge tone="bad">
              <EyeOff className={ui.icon12} aria-hidden />
              {issueListText.hidden}
            </Badge>
          ) : null}
          <span>{t.openedBy(author?.username ?? issueListText.gone)}</span>
          <Ago time={issue.created_at} />
          <span>{t.count(formatExact(issue.comments_count))}</span>
          <WatchButton kind="issue" id={issue.id} />
          {issue.duplicate_of ? (
            <AddressLink
              className={ui.link}
              href={issueHref(project, issue.duplicate_of.number)}
              title={issue.duplicate_of.title || undefined}
            >
              {t.duplicateLink(issue.duplicate_of.number)}
            </AddressLink>
          ) : null}
        </div>
      </header>
      {issue.hidden ? <StatedReason text={t.hiddenNote} reason={issue.reason} /> : null}
      {issue.locked ? <StatedReason text={t.lockedNote} reason={issue.lock_reason} /> : null}
      {project.status === 'archived' && !can?.comment ? <Note tone="warn">{t.archivedNote}</Note> : null}
    </>
  )
}
