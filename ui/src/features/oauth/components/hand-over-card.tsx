import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { NativeSelect } from '@/components/ui/native-select'
import type { OwnUser } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { handOverText as t } from '@/lib/i18n/zh-Hans/oauth-hand-over'
import { toast } from '@/stores/toasts'
import { organizationsQuery, useHandOver, type Application } from '../api'
import { managedBy, OWN } from '../model/owners'
import ui from '@/components/ui/ui.module.css'
import css from './applications.module.css'

/** Gives an application to an organization, or takes it from one; absent where nobody could get it. */
export function HandOverCard({ app, user }: { app: Application; user: OwnUser }) {
  const router = useRouter()
  const organizations = useQuery(organizationsQuery(user.id))
  const handOver = useHandOver(app.id)
  const [chosen, setChosen] = useState<string>()
  const [asking, setAsking] = useState(false)
  const owner = app.organization_id ?? OWN
  const own = { value: OWN, label: t.self(user.username) }
  const others = managedBy(user.id, organizations.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const options = [own, ...others].filter(({ value }) => value !== owner)
  const target = options.find(({ value }) => value === chosen) ?? options[0]
  if (!target || app.suspended) return null
  const confirm = () =>
    handOver.mutate(target.value, {
      onSuccess: () => {
        toast(t.done, target.label)
        void router.navigate({ to: '/settings/$page', params: { page: 'applications' }, replace: true, ignoreBlocker: true })
      },
    })
  return (
    <section className={cn(ui.card, ui.above16)} aria-labelledby="hand-over-title">
      <header className={ui.cardHead}>
        <h2 id="hand-over-title">{t.title}</h2>
      </header>
      <div className={cn(ui.cardPad, css.try)}>
        <p className={cn(ui.muted, ui.text13)}>{t.text}</p>
        <span className={ui.row}>
          <NativeSelect label={t.to} prefix={t.to} value={target.value} options={options} onValue={setChosen} />
          <Button onClick={() => setAsking(true)}>{t.action}</Button>
        </span>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t.ask(app.name, target.label)}
        text={t.consequences}
        action={t.action}
        plain
        busy={handOver.isPending}
        onConfirm={confirm}
      />
    </section>
  )
}
