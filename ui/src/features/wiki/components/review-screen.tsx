import { useQuery } from '@tanstack/react-query'
import { FileX } from 'lucide-react'
import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button'
import { Empty, ErrorCard } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage } from '@/lib/api/types'
import { wikiText } from '@/lib/i18n/zh-Hans/wiki'
import { wikiReviewText as t } from '@/lib/i18n/zh-Hans/wiki-review'
import { useLive } from '@/lib/live'
import { useProject } from '@/lib/project-inside'
import { wikiQueries, wikiTopic } from '../api'
import { wikiOf } from '../links'
import { Revisions } from './revisions'
import { Submission } from './submission'
import { SubmissionBones } from './submission-bones'
import { VerdictCard } from './verdict-card'
import pageHeadCss from '@/components/ui/page-head.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './submission.module.css'

const topics = [wikiTopic]

/** The review of one submission. */
export function ReviewScreen({ id, draft }: { id: string; draft: string }) {
  const project = useProject(id)
  return project ? <Review project={project} id={draft} /> : null
}

function Review({ project, id }: { project: ProjectPage; id: string }) {
  useLive(topics)
  const draft = useQuery(wikiQueries.draft(project.id, id))
  const preview = useQuery(wikiQueries.preview(project.id, id))
  const [known, setKnown] = useState<readonly string[]>([])
  const failed = [draft, preview].find((query) => query.isError && !query.data)
  if (ApiError.is(failed?.error, 404))
    return (
      <section className={ui.card}>
        <Empty level={2} icon={FileX} title={t.notFound} hint={t.notFoundHint}>
          <PathLink className={buttonClass()} {...wikiOf(project)}>
            {t.backToWiki}
          </PathLink>
        </Empty>
      </section>
    )
  if (failed) return <ErrorCard error={failed.error} onRetry={() => void failed.refetch()} />
  if (!draft.data || !preview.data) return <SubmissionBones />
  const { seen } = preview.data
  // What the viewer has seen: the first state, what they agreed to look at, and what their own decisions made.
  if (known.length === 0) setKnown([seen])
  const { status, author } = draft.data
  return (
    <>
      <div className={pageHeadCss.root}>
        <h2 className={pageHeadCss.title}>{t.of(author?.username ?? t.erased)}</h2>
        <Badge tone={status === 'review' ? 'info' : status === 'reject' ? 'bad' : status === 'success' ? 'ok' : 'neutral'}>
          {wikiText.status[status]}
        </Badge>
        <Revisions preview={preview.data} />
      </div>
      <div className={css.root}>
        <Submission
          project={project}
          draft={draft.data}
          preview={preview.data}
          stale={known.length > 0 && !known.includes(seen) && status === 'review'}
          onSeenStale={() => setKnown([...known, seen])}
          onResolved={(next) => setKnown([...known, next.seen])}
          decides={status === 'review' && draft.data.may_review}
        />
        <VerdictCard project={project} draft={draft.data} preview={preview.data} onStale={() => void preview.refetch()} />
      </div>
    </>
  )
}
