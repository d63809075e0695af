import { useQuery } from '@tanstack/react-query'
import { FileX } from 'lucide-react'
import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Empty, ErrorCard } from '@/components/ui/feedback'
import type { ProjectPage } from '@/lib/api/types'
import { wikiReviewText as t } from '@/lib/i18n/zh-Hans/wiki-review'
import { useProject } from '@/lib/project-inside'
import pageHeadCss from '@/components/ui/page-head.module.css'
import ui from '@/components/ui/ui.module.css'
import { wikiQueries, type Wiki } from '../api'
import { wikiOf } from '../links'
import { Revisions } from './revisions'
import { Submission } from './submission'
import { SubmissionBones } from './submission-bones'
import { SubmitCard } from './submit-card'
import css from './submission.module.css'

/** What one's own draft would publish, and its submission. */
export function PreviewScreen({ id }: { id: string }) {
  const project = useProject(id)
  const wiki = useQuery({ ...wikiQueries.wiki(project?.id ?? ''), enabled: project !== undefined })
  if (!project) return null
  if (!wiki.data && wiki.isError) return <ErrorCard error={wiki.error} onRetry={() => void wiki.refetch()} />
  if (!wiki.data) return <SubmissionBones />
  const draft = wiki.data.standing.draft
  if (draft) return <Own key={draft.id} project={project} wiki={wiki.data} id={draft.id} />
  return (
    <section className={ui.card}>
      <Empty level={2} icon={FileX} title={t.noDraft} hint={t.noDraftHint}>
        <PathLink className={buttonClass()} {...wikiOf(project)}>
          {t.backToWiki}
        </PathLink>
      </Empty>
    </section>
  )
}

function Own({ project, wiki, id }: { project: ProjectPage; wiki: Wiki; id: string }) {
  const draft = useQuery(wikiQueries.draft(project.id, id))
  const preview = useQuery(wikiQueries.preview(project.id, id))
  const [basis, setBasis] = useState<string>()
  const failed = [draft, preview].find((query) => query.isError && !query.data)
  if (failed) return <ErrorCard error={failed.error} onRetry={() => void failed.refetch()} />
  if (!draft.data || !preview.data) return <SubmissionBones />
  const { seen } = preview.data
  return (
    <>
      <div className={pageHeadCss.root}>
        <h2 className={pageHeadCss.title}>{t.preview}</h2>
        <Revisions preview={preview.data} />
        <span className={pageHeadCss.end}>
          <PathLink className={buttonClass({ size: 'sm' })} {...wikiOf(project, 'edit')}>
            {t.backToEdit}
          </PathLink>
        </span>
      </div>
      <div className={css.root}>
        <Submission
          project={project}
          draft={draft.data}
          preview={preview.data}
          stale={basis !== undefined && basis !== seen}
          onSeenStale={() => setBasis(undefined)}
          onResolved={() => setBasis(undefined)}
          decides={draft.data.status === 'draft'}
        />
        <SubmitCard
          project={project}
          draft={draft.data}
          preview={preview.data}
          free={wiki.standing.may_settle}
          onStale={() => {
            setBasis(seen)
            void preview.refetch()
          }}
        />
      </div>
    </>
  )
}
