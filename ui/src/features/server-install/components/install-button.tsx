import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { serverInstallText as t } from '@/lib/i18n/zh-Hans/server-install'
import type { Attempt, Stage } from '../model/install'
import ui from '@/components/ui/ui.module.css'
import css from './server-install.module.css'

const labels: Readonly<Record<Stage, string>> = { idle: t.install, installing: t.installing, installed: t.installed }

type InstallButtonProps = {
  title: string
  stage: Stage
  attempt: Attempt | undefined
  /** None of its versions is for the server's software. */
  unfit: boolean
  /** Why nothing can be installed. */
  refused: string | undefined
  onInstall: () => void
  /** Shows what would be installed with it. */
  outlook: ReactNode
}

/** The button of a result, with what became of it. */
export function InstallButton({ title, stage, attempt, unfit, refused, onInstall, outlook }: InstallButtonProps) {
  const { said, failed, calm } = attempt ?? {}
  return (
    <span className={css.install}>
      {said ? (
        <small role="status" className={cn(ui.small, failed ? ui.bad : !calm && ui.warn)}>
          {said}
        </small>
      ) : unfit && stage === 'idle' ? (
        <span title={t.unfitHint}>
          <Badge tone="warn">{t.unfit}</Badge>
        </span>
      ) : null}
      <span className={css.pair}>
        {stage === 'idle' && refused === undefined ? outlook : null}
        <Button
          size="sm"
          kind={stage === 'installed' ? 'plain' : 'primary'}
          disabled={stage === 'installed' || refused !== undefined}
          loading={stage === 'installing'}
          title={refused}
          aria-description={refused ?? t.of(title)}
          onClick={onInstall}
        >
          {stage === 'installed' ? <Check className={ui.icon14} aria-hidden /> : null}
          {labels[stage]}
        </Button>
      </span>
    </span>
  )
}
