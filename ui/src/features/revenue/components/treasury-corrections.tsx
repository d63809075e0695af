import { useQuery } from '@tanstack/react-query'
import { PencilLine, Plus } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Empty } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { formatMoney } from '@/lib/money'
import { useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import { secondProblem } from '../model/second'
import { monthText } from '../model/words'
import { evidenceFile, treasuryQueries } from '../treasury-api'
import { useCorrectionStep } from '../treasury-commands'
import type { TreasuryCorrection } from '../treasury-types'
import { AskedStep } from './asked-step'
import { Person } from './person'
import { ProposeDialog } from './propose-dialog'
import { Region } from './region'
import ui from '@/components/ui/ui.module.css'
import css from './treasury.module.css'

const t = revenueStaffText.corrections
const tones = { proposed: 'warn', confirmed: 'ok', dropped: 'neutral' } as const

type CorrectionsProps = { currency: string; alone: boolean }

/** Changes of balances: one person proposes with evidence, another confirms. */
export function TreasuryCorrections({ currency, alone }: CorrectionsProps) {
  const [proposing, setProposing] = useState(false)
  const query = useQuery(treasuryQueries.corrections())
  return (
    <div className={ui.pile}>
      <div className={css.bar}>
        <p className={cn(ui.small, ui.grow)}>{alone ? revenueStaffText.alone : revenueStaffText.second}</p>
        <Button kind="primary" onClick={() => setProposing(true)}>
          <Plus className={ui.icon} aria-hidden />
          {t.propose}
        </Button>
      </div>
      <Region query={query} height={200}>
        {(corrections) =>
          corrections.length > 0 ? (
            <ul className={cn(ui.card, css.rows, css.first)}>
              {corrections.map((one) => (
                <Row key={one.id} correction={one} currency={currency} alone={alone} />
              ))}
            </ul>
          ) : (
            <div className={ui.card}>
              <Empty level={2} icon={PencilLine} title={t.none} hint={t.noneHint} />
            </div>
          )
        }
      </Region>
      <ProposeDialog open={proposing} onClose={() => setProposing(false)} currency={currency} />
    </div>
  )
}

function Row({ correction, currency, alone }: CorrectionsProps & { correction: TreasuryCorrection }) {
  const me = useSession()?.id
  const step = useCorrectionStep()
  const { id, user, amount, month, by, at, state, reason, evidence } = correction
  const own = user !== null && user.id === me ? revenueStaffText.ownWallet : undefined
  const refused = own ?? secondProblem({ by, at }, me, alone)
  const shown = formatMoney(amount, currency, true)
  return (
    <li>
      <div className={css.line}>
        <div className={ui.grow}>
          <Person user={user} /> {month ? <span className={ui.small}>{monthText(month)}</span> : null}
          <small>
            {revenueStaffText.by(by?.username ?? revenueStaffText.gone)} <Ago time={at} />
            {reason ? ` · ${t.reason} ${reason}` : null}
          </small>
        </div>
        <Badge tone={tones[state]}>{t.states[state]}</Badge>
        <b className={css.sumCell}>{shown}</b>
        <a className={cn(ui.link, ui.text13)} href={evidenceFile(evidence)} download>
          {revenueStaffText.evidence.view}
        </a>
        {state === 'proposed' ? (
          <>
            <Button
              size="sm"
              disabled={step.isPending}
              onClick={() => step.mutate({ id, step: 'drop' }, { onSuccess: () => toast(t.dropped, undefined, 'info') })}
            >
              {t.drop}
            </Button>
            <AskedStep
              size="sm"
              kind="primary"
              action={t.confirm}
              title={t.confirmTitle}
              text={t.confirmNote(user?.username ?? revenueStaffText.gone, shown)}
              refused={refused}
              busy={step.isPending}
              onStep={() => step.mutate({ id, step: 'confirm' }, { onSuccess: () => toast(t.confirmed) })}
            />
          </>
        ) : null}
      </div>
    </li>
  )
}
