import { useQuery } from '@tanstack/react-query'
import { Snowflake } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Empty } from '@/components/ui/feedback'
import { FormActions } from '@/components/ui/form-actions'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import { secondProblem } from '../model/second'
import { treasuryQueries } from '../treasury-api'
import { useFreeze, useThaw } from '../treasury-commands'
import type { TreasuryFrozen as Frozen } from '../treasury-types'
import { Person } from './person'
import { PickedField } from './picked-field'
import { Region } from './region'
import { StepButton } from './step-button'
import ui from '@/components/ui/ui.module.css'
import css from './treasury.module.css'

const t = revenueStaffText.frozen

/** Whose balance is frozen. `keeps` is false for moderators, who only see them. */
export function TreasuryFrozen({ alone, keeps }: { alone: boolean; keeps: boolean }) {
  const [freezing, setFreezing] = useState(false)
  const query = useQuery(treasuryQueries.frozen())
  return (
    <div className={ui.pile}>
      <div className={css.bar}>
        <p className={cn(ui.small, ui.grow)}>{t.hint}</p>
        {keeps ? (
          <Button danger onClick={() => setFreezing(true)}>
            <Snowflake className={ui.icon} aria-hidden />
            {t.freeze}
          </Button>
        ) : null}
      </div>
      <Region query={query} height={160}>
        {(list) =>
          list.length > 0 ? (
            <ul className={cn(ui.card, css.rows, css.first)}>
              {list.map((one, at) => (
                <Row key={one.user?.id ?? at} frozen={one} alone={alone} keeps={keeps} />
              ))}
            </ul>
          ) : (
            <div className={ui.card}>
              <Empty level={2} icon={Snowflake} title={t.none} hint={t.noneHint} />
            </div>
          )
        }
      </Region>
      <Dialog open={freezing} onOpenChange={setFreezing} title={t.freeze}>
        {freezing ? <FreezeForm onClose={() => setFreezing(false)} /> : null}
      </Dialog>
    </div>
  )
}

function Row({ frozen: { user, at, by, reason }, alone, keeps }: { frozen: Frozen; alone: boolean; keeps: boolean }) {
  const me = useSession()?.id
  const thaw = useThaw()
  const refused = secondProblem({ by, at }, me, alone)
  return (
    <li>
      <div className={css.line}>
        <div className={ui.grow}>
          <Person user={user} />
          <small>
            {t.since} <Ago time={at} /> <Person user={by} />
            {reason ? ` · ${t.reason} ${reason}` : null}
          </small>
        </div>
        {keeps && user ? (
          <StepButton
            size="sm"
            disabled={thaw.isPending}
            refused={refused}
            onClick={() => thaw.mutate(user.id, { onSuccess: () => toast(t.thawed) })}
          >
            {t.thaw}
          </StepButton>
        ) : null}
      </div>
    </li>
  )
}

const schema = v.object({ user: v.pipe(v.string(), v.trim(), v.nonEmpty(revenueStaffText.corrections.userNeeded)) })

function FreezeForm({ onClose }: { onClose: () => void }) {
  const freeze = useFreeze()
  const form = useAppForm({
    schema,
    values: { user: '' },
    send: ({ user }) => freeze.mutateAsync(user),
    onDone: () => {
      toast(t.frozen)
      onClose()
    },
  })
  return (
    <Form form={form}>
      <p className={ui.muted}>{t.hint}</p>
      <PickedField kind="person" label={t.user} required {...form.bind('user')} error={form.error('user')} />
      <FormActions onCancel={onClose} danger loading={form.pending}>
        {t.freeze}
      </FormActions>
    </Form>
  )
}
