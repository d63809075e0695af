import { CircleCheck, CircleDashed, LoaderCircle, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { cn } from '@/lib/cn'
import { formatRelative } from '@/lib/format'
import type { InstallProgress } from '@/lib/hosting/installs'
import type { Server } from '@/lib/hosting/servers'
import { serverLoaderText } from '@/lib/i18n/zh-Hans/server-loader'
import { useCancel } from '../api'
import { nameOf, softwareName, type Plan } from '../model/plan'
import { newerOf, shareOf, stepsOf, wordsOf, type Before, type Step } from '../model/progress'
import { refusalOf } from '../model/review'
import type { Run } from '../use-install'
import { PackName } from './pack-name'
import ui from '@/components/ui/ui.module.css'
import css from './server-loader.module.css'

const t = serverLoaderText.run
const icons: Record<Step['state'], LucideIcon> = { done: CircleCheck, now: LoaderCircle, later: CircleDashed }
const words: Record<Step['state'], string> = { done: t.done, now: t.current, later: t.later }

type ProgressCardProps = {
  server: Server
  plan: Plan | undefined
  /** The step of this page; undefined while the node works. */
  run: Run | undefined
  live: InstallProgress | undefined
  onStop: () => void
}

/** The steps of an installation, with how far the present one is. */
export function ProgressCard({ server, plan, run, live, onStop }: ProgressCardProps) {
  const progress = run ? undefined : newerOf(server.install?.progress, live)
  const before: Before[] =
    run && plan ? [...(plan.backup ? ['backup' as const] : []), ...(plan.wish.kind === 'archive' ? ['upload' as const] : [])] : []
  if (run?.step === 'send') before.push('send')
  const steps = stepsOf(before, run?.step ?? progress?.phase ?? 'waiting')
  const share = run ? run.share : progress && shareOf(progress)
  const present = steps.find(({ state }) => state === 'now')
  const counted = progress ? wordsOf(progress) : ''
  const away = !run && server.host?.connected !== true
  return (
    <section className={ui.card} aria-labelledby="install-progress">
      <header className={ui.cardHead}>
        <h2 id="install-progress">{t.title}</h2>
        <span className={ui.cardEnd}>
          {run ? (
            run.step === 'send' ? null : (
              <Button size="sm" onClick={onStop}>
                {t.stop}
              </Button>
            )
          ) : (
            <Cancel server={server} swapping={progress?.phase === 'swap'} />
          )}
        </span>
      </header>
      <div className={css.progress}>
        <Asked server={server} plan={run ? plan : undefined} />
        <ol className={css.steps}>
          {steps.map((step) => {
            const Icon = icons[step.state]
            return (
              <li key={step.id} className={css[step.state]} aria-current={step.state === 'now' ? 'step' : undefined}>
                <Icon className={cn(ui.icon, step.state === 'now' && !away && ui.spin)} aria-hidden />
                <span>{step.label}</span>
                <span className={ui.visuallyHidden}>{words[step.state]}</span>
                {step.state === 'now' ? (
                  <small className={cn(ui.small, ui.tabular)}>
                    {away
                      ? t.waitingNode
                      : [share === undefined ? '' : t.percent(String(Math.floor(share * 100))), counted].filter(Boolean).join(' · ')}
                  </small>
                ) : null}
              </li>
            )
          })}
        </ol>
        {present && !away ? (
          <progress className={css.bar} {...(share === undefined ? {} : { value: share })} max={1} aria-label={present.label} />
        ) : null}
      </div>
    </section>
  )
}

/** What is installed, and who asked for it. */
function Asked({ server, plan }: { server: Server; plan: Plan | undefined }) {
  const asked = server.install?.asked
  if (plan) return <b className={ui.break}>{nameOf(plan.wish)}</b>
  if (!asked) return null
  const { project_id: project, version_id: version, by, since } = asked
  const who = by?.username ?? t.bySomebody
  return (
    <p className={css.asked}>
      <b className={ui.break}>
        {project ? <PackName project={project} version={version} /> : asked.upload ? t.archive : softwareName(asked)}
      </b>
      {asked.hard ? <span className={ui.bad}>{t.hard}</span> : null}
      <small className={ui.small}>{t.by(who, formatRelative(since))}</small>
    </p>
  )
}

function Cancel({ server, swapping }: { server: Server; swapping: boolean }) {
  const [asking, setAsking] = useState(false)
  const cancel = useCancel(server.server_id)
  const refused = refusalOf(server) ? serverLoaderText.refused.cancelRight : swapping ? serverLoaderText.refused.cancelSwap : undefined
  return (
    <>
      <Button size="sm" disabled={refused !== undefined} title={refused} aria-description={refused} onClick={() => setAsking(true)}>
        {t.cancel}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t.cancelTitle}
        text={t.cancelText}
        action={t.cancel}
        plain
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </>
  )
}
