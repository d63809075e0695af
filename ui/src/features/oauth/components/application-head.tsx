import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Note } from '@/components/ui/feedback'
import { ImagePick } from '@/components/ui/image-pick'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { formatCount } from '@/lib/format'
import { formText } from '@/lib/i18n/zh-Hans/form'
import { oauthText as t } from '@/lib/i18n/zh-Hans/oauth'
import { toast } from '@/stores/toasts'
import { useChangeIcon, type Application } from '../api'
import { States } from './application-states'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './applications.module.css'

export function BackToList() {
  return (
    <PathLink className={css.back} to="/settings/$page" params={{ page: 'applications' }}>
      <ChevronLeft className={ui.icon14} aria-hidden />
      {t.back}
    </PathLink>
  )
}

/** The name of an application, its icon, which is changed at once, and what the staff said of it. */
export function ApplicationHead({ app }: { app: Application }) {
  const icon = useChangeIcon(app.id)
  const [error, setError] = useState<string>()
  const change = (file: File | undefined) => {
    setError(undefined)
    icon.mutate(file, {
      onSuccess: () => toast(file ? t.iconChanged : t.iconRemoved),
      onError: (failure) => setError(ApiError.is(failure) ? failure.description : formText.unexpected),
    })
  }
  return (
    <>
      <BackToList />
      {app.suspended ? (
        <Note tone="bad">
          <b>{t.suspendedTitle}</b> <Ago className={ui.text12} time={app.suspended.since} />
          <p className={ui.break}>{app.suspended.reason}</p>
          <p>{t.suspendedText}</p>
        </Note>
      ) : null}
      <section className={cn(ui.card, ui.cardPad)} aria-labelledby="application-title">
        <header className={css.head}>
          <Pic src={app.icon_url} name={app.name} id={app.id} eager />
          <div>
            <h1 id="application-title">
              {app.name}
              <States app={app} />
            </h1>
            <p className={ui.small}>
              {[t.types[app.type], t.users(formatCount(app.users)), app.last_used ? '' : t.neverUsed].filter(Boolean).join(' · ')}
              {app.last_used ? (
                <>
                  {' · '}
                  <Ago time={app.last_used} wrap={t.usedAt} />
                </>
              ) : null}
            </p>
          </div>
        </header>
        <div className={cn(ui.row, ui.above12)} role="group" aria-label={t.icon}>
          <ImagePick
            upload={t.iconUpload}
            remove={t.iconRemove}
            busy={icon.isPending}
            onFile={change}
            onError={setError}
            onRemove={app.icon_url ? () => change(undefined) : undefined}
          />
          <p className={error ? formCss.error : formCss.hint} role={error ? 'alert' : undefined}>
            {error ?? t.iconHint}
          </p>
        </div>
      </section>
    </>
  )
}
