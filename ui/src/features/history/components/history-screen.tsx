import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { GitCompare, History as HistoryIcon } from 'lucide-react'
import { Suspense } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Segmented } from '@/components/ui/segmented'
import { statusTone } from '@/components/ui/status-tone'
import { ReviewMessage } from '@/features/review/parts'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatDateTime, formatExact } from '@/lib/format'
import { historyText as t } from '@/lib/i18n/zh-Hans/history'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { projectParams } from '@/lib/links'
import { useProject } from '@/lib/project-inside'
import ui from '@/components/ui/ui.module.css'
import { historyQueries, type Step, type Steps, type Then } from '../api'
import { useOpened } from '../hooks'
import { indexAt, verbOf } from '../model/steps'
import { shownBy, type HistorySearch } from '../search'
import { AsOfBar } from './as-of-bar'
import { StepChanges } from './step-changes'
import { StepList } from './step-list'
import { ThenPage } from './then-page'
import css from './history-screen.module.css'

/** A project from its first draft to now: what happened, what changed, and how it was. */
export function HistoryScreen({ id, search }: { id: string; search: HistorySearch }) {
  const project = useProject(id)
  const steps = useQuery({ ...historyQueries.steps(project?.id ?? ''), enabled: project !== undefined })
  if (!project || steps.isLoading) return <Bones />
  if (ApiError.is(steps.error, 404)) return <Nothing title={t.notPublic} hint={t.notPublicHint} />
  if (!steps.data) return <ErrorCard error={steps.error} onRetry={() => void steps.refetch()} />
  if (steps.data.steps.length === 0) return <Nothing title={t.empty} hint={t.emptyHint} />
  return <Past project={project} past={steps.data} search={search} />
}

function Past({ project, past: { steps, inside }, search }: { project: ProjectPage; past: Steps; search: HistorySearch }) {
  const navigate = useNavigate()
  const now = useOpened()
  const at = indexAt(steps, search.as_of)
  const step = steps[at]
  const then = useQuery({ ...historyQueries.then(project.id, step?.position ?? 0), placeholderData: keepPreviousData })
  if (!step) return null
  if (then.isLoading) return <Bones />
  const show = shownBy(search)
  const go = (next: HistorySearch) =>
    void navigate({ to: '/$type/$id/history', params: projectParams(project), search: next, replace: true, resetScroll: false })
  // The newest step is now: its address stays true when more happens.
  const choose = (position: number) => go({ ...(position === steps.at(-1)?.position ? {} : { as_of: position }), show })
  const move = (index: number) => choose(steps[index]?.position ?? step.position)
  return (
    <div className={css.root}>
      <section className={ui.card} aria-label={t.track}>
        <AsOfBar steps={steps} at={at} now={now} onMove={move} />
        <Standing then={then.data} step={step} />
      </section>
      <div className={css.columns}>
        <div>
          <StepList steps={steps} chosen={step} inside={inside} now={now} onChoose={choose} />
        </div>
        <div className={css.detail}>
          <div className={css.views}>
            <Segmented
              label={t.view}
              value={show}
              onValue={(next) => go({ ...search, show: next })}
              segments={[
                { value: 'changes', label: t.changesTab },
                { value: 'page', label: t.openThen },
              ]}
            />
            {at < steps.length - 1 ? (
              <Button size="sm" onClick={() => go({ from: step.position, show: 'changes' })}>
                <GitCompare className={ui.icon} aria-hidden />
                {t.compareWithNow}
              </Button>
            ) : null}
          </div>
          {show === 'page' ? (
            <ThenPage project={project} position={step.position} latest={at === steps.length - 1} />
          ) : (
            <section className={cn(ui.card, css.changes)} aria-label={t.changesTab}>
              <header>
                <h2>{verbOf(step)}</h2>
                <span className={ui.small}>
                  {step.by?.username ?? t.role[step.role]} · {formatDateTime(step.at)}
                </span>
              </header>
              {step.message ? (
                <div className={css.message}>
                  <Suspense>
                    <ReviewMessage text={step.message} />
                  </Suspense>
                </div>
              ) : null}
              <StepChanges
                project={project.id}
                steps={steps}
                at={at}
                from={search.from}
                onFrom={(from) => go({ ...search, from, show: 'changes' })}
              />
            </section>
          )}
        </div>
      </div>
    </div>
  )
}

/** What the project was then, in one line. */
function Standing({ then, step }: { then: Then | undefined; step: Step }) {
  const seen = then?.project
  const newest = seen?.versions[0]
  return (
    <p className={css.standing} aria-live="polite">
      <span>{t.then.label}</span>
      {step.to === 'deleted' ? null : <Badge tone={statusTone(step.to)}>{projectText.statuses[step.to] ?? step.to}</Badge>}
      {seen ? (
        <>
          <span>{newest ? `${t.then.version} ${newest.version_number}` : t.then.noVersion}</span>
          <span>{t.then.words(formatExact([...seen.body].length))}</span>
          <span>{t.then.pictures(seen.gallery.length)}</span>
        </>
      ) : null}
      <span className={css.position}>{t.then.position(step.position)}</span>
    </p>
  )
}

function Nothing({ title, hint }: { title: string; hint: string }) {
  return (
    <div className={ui.card}>
      <Empty level={2} icon={HistoryIcon} title={title} hint={hint} />
    </div>
  )
}

function Bones() {
  return (
    <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
      <Bone h={44} />
      <Bone w="50%" h={18} />
      <Bone h={200} />
    </Loading>
  )
}
