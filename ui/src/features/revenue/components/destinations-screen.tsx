import { useQuery } from '@tanstack/react-query'
import { Landmark, Plus } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Empty, Note } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { payoutDestinations } from '@/lib/limits.gen'
import { toast } from '@/stores/toasts'
import { revenueQueries } from '../api'
import { useRemoveDestination } from '../commands'
import { momentText } from '../model/words'
import type { PayoutDestination } from '../types'
import { AddDestination } from './add-destination'
import { Region } from './region'
import { RevenueHead } from './revenue-head'
import ui from '@/components/ui/ui.module.css'
import css from './destinations.module.css'

/** The places to which an account is paid. */
export function DestinationsScreen() {
  const [adding, setAdding] = useState(false)
  const destinations = useQuery(revenueQueries.destinations())
  const methods = useQuery(revenueQueries.methods())
  const currency = useQuery(revenueQueries.balance()).data?.currency ?? 'USD'
  const full = (destinations.data?.length ?? 0) >= payoutDestinations
  const closed = methods.data?.length === 0
  const why = closed ? t.standing.methods : full ? t.destinations.full : undefined
  const add = (
    <Button
      kind="primary"
      size="sm"
      disabled={!methods.data || !destinations.data || why !== undefined}
      aria-describedby={why ? 'destinations-why' : undefined}
      onClick={() => setAdding(true)}
    >
      <Plus className={ui.icon} aria-hidden />
      {t.destinations.add}
    </Button>
  )
  return (
    <>
      <RevenueHead part="destinations" sub={t.destinations.hint}>
        {add}
      </RevenueHead>
      {why && destinations.data?.length ? (
        <Note className={ui.below16}>
          <span id="destinations-why">{why}</span>
        </Note>
      ) : null}
      <Region query={destinations} height={200}>
        {(list) => (
          <section className={ui.card} aria-label={t.destinations.title}>
            {list.length > 0 ? (
              <ul className={css.list}>
                {list.map((one) => (
                  <Row key={one.id} destination={one} />
                ))}
              </ul>
            ) : (
              <Empty level={2} icon={Landmark} title={t.destinations.none} hint={closed ? t.standing.methods : t.destinations.noneLead} />
            )}
          </section>
        )}
      </Region>
      <p className={cn(ui.small, ui.above12)}>{t.destinations.restHint}</p>
      <AddDestination open={adding} onOpenChange={setAdding} methods={methods.data ?? []} currency={currency} />
    </>
  )
}

function Row({ destination: { id, mark, method_name: name, created, rests, used } }: { destination: PayoutDestination }) {
  const [asking, setAsking] = useState(false)
  const remove = useRemoveDestination()
  const resting = Date.parse(rests) > Date.now()
  return (
    <li>
      <Landmark className={ui.icon20} aria-hidden />
      <div className={ui.grow}>
        <b>
          {name || t.transfers.gone} {mark}
        </b>
        <small>
          {t.destinations.since} <Ago time={created} />
          {used ? <span>{t.destinations.used}</span> : null}
        </small>
      </div>
      <Badge tone={resting ? 'warn' : 'ok'}>{resting ? t.destinations.resting(momentText(rests)) : t.destinations.ready}</Badge>
      <Button size="sm" danger onClick={() => setAsking(true)} aria-label={`${t.destinations.remove} ${mark}`}>
        {t.destinations.remove}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t.destinations.removeTitle(mark)}
        text={t.destinations.removeNote}
        action={t.destinations.remove}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(id, { onSuccess: () => toast(t.destinations.removed), onSettled: () => setAsking(false) })}
      />
    </li>
  )
}
