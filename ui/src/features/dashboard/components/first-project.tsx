import { ArrowRight, CircleCheck, CircleDashed, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { Project } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { dashboardText as t } from '@/lib/i18n/zh-Hans/dashboard'
import { versionParams } from '@/lib/links'
import { firstSteps, ownParams, type FirstStep } from '../model'
import { useLeft } from '../use-left'
import ui from '@/components/ui/ui.module.css'
import css from './first-project.module.css'

type FirstProjectProps = { project: Project | undefined; onCreate: () => void }

/** The way of a first project, until one is approved: describe, upload, submit. */
export function FirstProject({ project, onCreate }: FirstProjectProps) {
  return (
    <Card id="dash-first" title={t.firstTitle}>
      {project ? <Begun project={project} /> : <Steps steps={firstSteps(undefined, [])} go={create()} />}
    </Card>
  )

  function create() {
    return (
      <Button size="sm" onClick={onCreate}>
        <Plus className={ui.icon} aria-hidden />
        {t.firstGo.create}
      </Button>
    )
  }
}

function Begun({ project }: { project: Project }) {
  const { left } = useLeft(project)
  const steps = firstSteps(project, left)
  const next = steps.find((one) => one.state === 'next')
  return <Steps steps={steps} go={next ? <Next step={next} project={project} /> : null} />
}

/** The page on which the next step is done. */
function Next({ step, project }: { step: FirstStep; project: Project }) {
  const params = ownParams(project)
  const look = buttonClass({ kind: 'primary', size: 'sm' })
  const text = (
    <>
      {t.firstGo[step.id]}
      <ArrowRight className={ui.icon} aria-hidden />
    </>
  )
  if (step.id === 'upload')
    return (
      <PathLink
        className={look}
        to="/$type/$id/version/{$version}-new"
        params={{ ...versionParams({ ...project, url_type: params.type }, 'create') }}
      >
        {text}
      </PathLink>
    )
  if (step.id === 'describe')
    return (
      <PathLink className={look} to="/$type/$id/settings/description" params={params}>
        {text}
      </PathLink>
    )
  return (
    <PathLink className={look} to="/$type/$id" params={params}>
      {text}
    </PathLink>
  )
}

function Steps({ steps, go }: { steps: readonly FirstStep[]; go: ReactNode }) {
  return (
    <ol className={css.root}>
      {steps.map(({ id, state }) => (
        <li key={id} className={css[state]} aria-current={state === 'next' ? 'step' : undefined}>
          {state === 'done' ? (
            <CircleCheck className={cn(ui.icon, ui.ok)} aria-label={t.firstDone} />
          ) : (
            <CircleDashed className={ui.icon} aria-hidden />
          )}
          <div className={ui.grow}>
            <b>{t.firstSteps[id].title}</b>
            <p>{t.firstSteps[id].hint}</p>
          </div>
          {state === 'next' ? go : null}
        </li>
      ))}
    </ol>
  )
}
