import { useRouter } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { SettingsForm } from '@/components/form/settings-form'
import { useAppForm } from '@/components/form/use-app-form'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DangerCard } from '@/components/ui/danger-card'
import { OutsideLink } from '@/components/ui/outside-link'
import type { OwnUser } from '@/lib/api/types'
import { changesOf } from '@/lib/changes'
import { cn } from '@/lib/cn'
import { oauthText as t } from '@/lib/i18n/zh-Hans/oauth'
import { scopeBits, scopesIn } from '@/lib/scopes'
import { toast } from '@/stores/toasts'
import { useChangeApplication, useDeleteApplication, type Application } from '../api'
import { challenge, tryAddress } from '../model/try-it'
import { ApplicationFields, fields, soundRedirects } from './application-fields'
import { ApplicationHead } from './application-head'
import { HandOverCard } from './hand-over-card'
import { KeysCard } from './keys-card'
import { UsageCards } from './usage-cards'
import ui from '@/components/ui/ui.module.css'
import css from './applications.module.css'

/** One application of the account or its organization: what is said of it, its keys, what it did, to whom it goes, its end. */
export function ApplicationScreen({ app, user }: { app: Application; user: OwnUser }) {
  return (
    <>
      <ApplicationHead app={app} />
      <FactsForm app={app} />
      <KeysCard app={app} />
      <TryCard app={app} />
      <UsageCards id={app.id} />
      <HandOverCard app={app} user={user} />
      <Deletion app={app} />
    </>
  )
}

const schemaOf = (type: Application['type']) =>
  v.object({
    ...fields,
    redirect_uris: v.pipe(
      fields.redirect_uris,
      v.check((list) => soundRedirects(list, type), t.redirectsWrong),
    ),
  })

function FactsForm({ app }: { app: Application }) {
  const change = useChangeApplication(app.id)
  const saved = {
    name: app.name,
    url: app.url ?? '',
    description: app.description ?? '',
    redirect_uris: [...(app.redirect_uris ?? [])],
    scopes: scopesIn(app.max_scopes),
  }
  const form = useAppForm({
    schema: schemaOf(app.type),
    values: saved,
    send: ({ scopes, ...values }) => {
      // What stayed as it was is not sent.
      const changed = changesOf({ ...values, scopes: scopeBits(new Set(scopes)) }, { ...saved, scopes: scopeBits(new Set(saved.scopes)) })
      const { scopes: max_scopes, ...others } = changed
      return change.mutateAsync({ ...others, ...(max_scopes === undefined ? {} : { max_scopes }) })
    },
    onDone: (_answer, sent) => {
      form.reset(sent)
      toast(t.saved)
    },
  })
  return (
    <SettingsForm form={form}>
      <Card id="facts-title" title={t.facts}>
        <ApplicationFields
          form={form}
          type={app.type}
          redirects={form.bind('redirect_uris')}
          refused={form.error('redirect_uris')}
          sent={form.formState.isSubmitted}
        />
      </Card>
    </SettingsForm>
  )
}

function TryCard({ app }: { app: Application }) {
  const [code] = useState(challenge)
  if (app.suspended || !app.redirect_uris?.[0]) return null
  return (
    <Card id="try-title" title={t.try}>
      <div className={cn(ui.cardPad, css.try)}>
        <p className={cn(ui.muted, ui.text13)}>{t.tryText}</p>
        <OutsideLink className={buttonClass({ size: 'sm' })} href={tryAddress(app, code)} rel="noreferrer" newTab>
          <ExternalLink className={ui.icon14} aria-hidden />
          {t.tryOpen}
        </OutsideLink>
      </div>
    </Card>
  )
}

function Deletion({ app }: { app: Application }) {
  const router = useRouter()
  const remove = useDeleteApplication(app.id)
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast(t.deleted, app.name)
        void router.navigate({ to: '/settings/$page', params: { page: 'applications' }, replace: true, ignoreBlocker: true })
      },
    })
  return <DangerCard words={t} name={app.name} busy={remove.isPending} onConfirm={confirm} />
}
